/** The packs that exist, by name. */
import { UserError } from '../../errors.ts';
import { packHash, type PackContext } from '../instance/draft.ts';
import { engineOf } from '../scenario/state.ts';
import { CYBER_PACK } from './cyber/pack.ts';
import { GAME_PACK } from './game/pack.ts';
import { proposedFacts, type PackProposals } from '../proposals/file.ts';
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

/**
 * Orders the rules and renders the documents of a pack.
 * @throws UserError for proposals that were checked with another version of it
 */
export async function openPack(pack: Pack, proposals: PackProposals | null = null): Promise<PackContext> {
  const documents = await pack.documents();
  const sha256 = packHash(pack, documents);
  if (proposals === null) return { pack, engine: engineOf(pack.set), documents, sha256 };
  if (proposals.sha256 !== sha256) {
    throw UserError.of({ expected: `proposals for this version of the pack ${pack.name}`, got: `proposals for ${proposals.sha256.slice(0, 12)}, the pack is ${sha256.slice(0, 12)}`, fix: 'make them again: dynarule ruletrek propose' });
  }
  return { pack, engine: engineOf(pack.set, proposedFacts(pack, proposals)), documents, sha256, introductions: proposals.introductions };
}
