/**
 * DynaRule's retrieval as a way to rank passages (Eq. 3–4): each passage is one vector, and the query is the state of the
 * language model at the `<search>` behind it. The shipped model knows the words of RuleWorld; what it ranks otherwise is to be measured.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tf } from '../../../backend/tf.ts';
import { loadDynaRule } from '../../../dynarule/checkpoint.ts';
import { decodeWithSearch, type DynaRuleModel } from '../../../dynarule/decode.ts';
import { promptIds, type ExampleFormat } from '../../../dynarule/example.ts';
import { searchTokenId } from '../../../dynarule/search-token.ts';
import { UserError } from '../../../errors.ts';
import type { Encoder } from '../../../encoder/encoder.ts';
import { loadLm } from '../../../lm/load.ts';
import type { Ranked } from '../../../retrieval/top-k.ts';
import type { RuleSearch } from './rule-search.ts';

/** What retrieves. */
export interface DynaRuleParts {
  readonly dynarule: DynaRuleModel;
  readonly format: ExampleFormat;
  readonly encoder: Encoder;
}

/** Where it lies. */
export interface DynaRuleFolders {
  /** The frozen model. */
  readonly base: string;
  /** Checkpoint of stage 2, trained with `encoder`. */
  readonly adapters: string;
  readonly encoder: Encoder;
}

/**
 * The model is read when it is first asked.
 * @throws UserError where the adapters are missing; when asked, where files are damaged or do not belong together
 */
export function dynaruleSearch(folders: DynaRuleFolders): RuleSearch {
  let parts: Promise<DynaRuleParts> | null = null;
  const weights = weightsHash(folders.adapters);
  return {
    name: 'dynarule',
    fingerprint: `dynarule-${weights}-${folders.encoder.fingerprint}`,
    index: async (texts) => rankBy(await (parts ??= loadParts(folders)), texts),
  };
}

function weightsHash(adapters: string): string {
  const file = join(adapters, 'adapters.safetensors');
  if (existsSync(file)) return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
  throw UserError.of({ expected: 'adapters of stage 2', got: 'no adapters.safetensors', where: { file: adapters }, fix: 'name their folder, such as checkpoints/tiny' });
}

async function loadParts({ base, adapters, encoder }: DynaRuleFolders): Promise<DynaRuleParts> {
  const lm = await loadLm(base);
  const dynarule = loadDynaRule(adapters, lm, encoder);
  const { retrieval, stepQuery } = dynarule;
  return { dynarule, format: { tokenizer: lm.tokenizer, searchId: searchTokenId(lm), eosId: lm.config.eosTokenId ?? 0, retrieval, stepQuery }, encoder };
}

/** Ranks these texts; no tensor stays between two queries. */
export async function rankBy({ dynarule, format, encoder }: DynaRuleParts, texts: readonly string[]): Promise<(query: string, k: number) => Promise<readonly Ranked[]>> {
  const vectors = await encoder.encode(texts);
  const pool = Int32Array.from(texts, (_, row) => row);
  return (query, k) => {
    const prompt = fittingPrompt(query, dynarule.model.config.maxPositions, format);
    const matrix = tf.tensor2d(vectors, [texts.length, encoder.dimensions]);
    const options = { maxNewTokens: 1, eosId: format.eosId, padId: format.eosId, logged: k };
    const [result] = decodeWithSearch(dynarule, matrix, [{ promptIds: prompt, pool }], options);
    matrix.dispose();
    return Promise.resolve((result?.retrievals[0] ?? []).map(({ row, score }) => ({ id: row, score })));
  };
}

/** Words of the longest query: the questions that adapters are trained on are shorter. */
const MOST_WORDS = 80;

/** The query's first words, as many as there is room for. */
function fittingPrompt(query: string, maxPositions: number, format: ExampleFormat): number[] {
  const words = query.split(/\s+/).slice(0, MOST_WORDS);
  for (let kept = words.length; ; kept = Math.floor(kept / 2)) {
    const ids = promptIds(words.slice(0, kept).join(' '), format);
    if (ids.length < maxPositions || kept === 0) return ids;
  }
}
