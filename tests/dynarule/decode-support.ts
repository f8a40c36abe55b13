/** Runs the decoder with an ear on its logits, and the training forward on what it wrote. */
import { tf, type Tensor2D } from '../../src/backend/tf.ts';
import { createDecoder, type DecodeRequest, type Decoder, type DynaRuleModel } from '../../src/dynarule/decode.ts';
import { weightedQuery, type StepQuery } from '../../src/dynarule/example.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import { logitsWithSearch, searchTokenId } from '../../src/dynarule/search-token.ts';
import type { Retrieved } from '../../src/dynarule/step-retrieval.ts';
import { stage2Forward } from '../../src/dynarule/stage2-loss.ts';
import { stepBatch } from '../../src/dynarule/step-batch.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';
import { generateGreedy } from '../../src/lm/generate.ts';
import { exampleOf } from './tiny-model.ts';

export interface Heard {
  readonly ids: number[][];
  readonly retrievals: readonly (readonly (readonly Retrieved[])[])[];
  /** [pass][row][token], rows of the batch as it was in that pass. */
  readonly logits: number[][][];
  /** Live tensors at the beginning of each pass. */
  readonly tensors: number[];
}

/**
 * Decodes without an end mark, so that every row stays in the batch. What is heard are
 * the model's logits; `<search>` is written exactly where the schedule says.
 *
 * @param schedule for each row the tokens, from 0, that are `<search>`; null leaves the model to itself
 */
export function decodeHearing(
  dynarule: DynaRuleModel,
  rules: Tensor2D,
  requests: readonly DecodeRequest[],
  schedule: readonly (readonly number[])[] | null,
  maxNewTokens: number,
): Heard {
  const decoder = createDecoder(dynarule, rules, requests, { logged: dynarule.attention.topK });
  const search = searchTokenId(dynarule.model);
  const force = (values: Tensor2D, pass: number): Tensor2D => {
    if (schedule === null) return values;
    const forced = requests.map((_, row) => [schedule[row]?.includes(pass) === true ? 1e4 : -1e4]);
    return tf.add(values, tf.pad(tf.tensor2d(forced), [[0, 0], [search, 0]])) as Tensor2D;
  };
  return hear(dynarule.model, decoder, requests, maxNewTokens, force);
}

/**
 * Decodes with an ear on the logits.
 *
 * @param change what the decoder is given in place of a pass's logits
 */
export function hear(
  model: LanguageModel,
  decoder: Decoder,
  requests: readonly DecodeRequest[],
  maxNewTokens: number,
  change: (logits: Tensor2D, pass: number) => Tensor2D = (logits) => logits,
): Heard {
  const logits: number[][][] = [];
  const tensors: number[] = [];
  const { hooks, retrievals } = decoder;
  const prompts = requests.map(({ promptIds }) => promptIds);
  const ids = generateGreedy(model, prompts, { maxNewTokens, stopIds: [], padId: 0 }, {
    ...hooks,
    memory: (input) => {
      tensors.push(tf.memory().numTensors);
      return hooks.memory(input);
    },
    logits: (hidden) => {
      const values = hooks.logits(hidden);
      const pass = logits.push(values.arraySync()) - 1;
      return change(values, pass);
    },
  });
  decoder.dispose();
  return { ids, retrievals, logits, tensors };
}

export interface Trained {
  /** Before each written token, [tokens][V + 1]. */
  readonly logits: number[][];
  /** Relevance of all rules at the confidence layer, [steps][M]. */
  readonly scores: number[][];
}

/**
 * The forward pass of stage 2 over a prompt and what was decoded after it. No rule is
 * gold, so that none is forced into the candidates.
 */
export function trainingForward(
  dynarule: DynaRuleModel,
  rules: Tensor2D,
  request: DecodeRequest,
  written: readonly number[],
): Trained {
  const { model, adapters, attention, stepQuery, contextWeights } = dynarule;
  const search = searchTokenId(model);
  const { promptIds, pool } = request;
  const ids = [...promptIds, ...written];
  const queries: StepQuery[] = stepQuery !== 'search' ? [{ kind: 'mean', from: 0, to: promptIds.length }] : [];
  const stepOf = ids.map((id, position) => {
    // The last token has not been taken in any more.
    if (id === search && position < ids.length - 1) queries.push(laterQuery(stepQuery, position));
    return queries.length - 1;
  });
  const weights = ids.map((_, position) => (position < promptIds.length ? 0 : 1));
  const gold = queries.map(() => []);
  const batch = stepBatch([exampleOf({ ids, weights, queries: queries.map((query) => weightedQuery(query, ids, contextWeights)), stepOf, gold })], 0);
  const open = new Uint8Array(rules.shape[0]);
  for (const row of pool) open[row] = 1;
  return tf.tidy(() => {
    const objective = { temperature: 1, contrastiveWeight: 1 };
    const rulePool = { embeddings: rules, open, rowOf: (rule: number) => rule };
    const { hidden, scores } = stage2Forward(adapters, { model, attention, objective, batch, pool: rulePool });
    const logits = logitsWithSearch(model, adapters[SEARCH_PARAMETER] as Tensor2D, hidden);
    return { logits: logits.arraySync(), scores: scores.arraySync() };
  });
}

function laterQuery(kind: DynaRuleModel['stepQuery'], position: number): StepQuery {
  return kind === 'context' ? { kind: 'mean', from: 0, to: position + 1 } : { kind: 'token', position };
}
