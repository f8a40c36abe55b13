/** The packs that exist, by name. */
import { UserError } from '../../errors.ts';
import { packHash, type PackContext } from '../instance/draft.ts';
import { engineOf } from '../scenario/state.ts';
import { CYBER_PACK } from './cyber/pack.ts';
import { GAME_PACK } from './game/pack.ts';
import type { Pack } from './pack.ts';
import { POLICY_PACK } from './policy/pack.ts';
import { POSTGRESQL_PACK } from './postgresql/pack.ts';
import { PROCUREMENT_PACK } from './procurement/pack.ts';
import { TAX_PACK } from './tax/pack.ts';

export const PACKS: readonly Pack[] = [TAX_PACK, CYBER_PACK, POLICY_PACK, PROCUREMENT_PACK, POSTGRESQL_PACK, GAME_PACK];

/** @throws UserError for a name that no pack has */
export function packNamed(name: string): Pack {
  const pack = PACKS.find((one) => one.name === name);
  if (pack !== undefined) return pack;
  throw UserError.of({ expected: `a pack: ${PACKS.map((one) => one.name).join(', ')}`, got: name, fix: 'name one of them' });
}

/** Orders the rules and renders the documents of a pack. */
export async function openPack(pack: Pack): Promise<PackContext> {
  const documents = await pack.documents();
  return { pack, engine: engineOf(pack.set), documents, sha256: packHash(pack, documents) };
}
