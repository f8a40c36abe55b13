/** DynaRule as a method: decoding with `<search>` over the pool of each question. */
import type { Tensor2D } from '../backend/tf.ts';
import { decodeWithSearch, type DecodeOptions, type DecodeRequest, type DecodeResult, type DynaRuleModel } from '../dynarule/decode.ts';
import { promptIds, type ExampleFormat } from '../dynarule/example.ts';
import { UserError } from '../errors.ts';
import { SEARCH_MARK, promptText } from '../ruleworld/prompt.ts';
import type { Representation } from '../ruleworld/types.ts';
import { tensorOfRows } from '../tensors/rows.ts';
import type { Method, MethodAnswer, MethodInput } from './method.ts';

/** Ranked rules that are reported for each retrieval. */
const LOGGED = 100;

export interface DynaRuleResources {
  readonly dynarule: DynaRuleModel;
  readonly format: ExampleFormat;
  /** Embeddings of the whole repository, row-major [n, P]. */
  readonly embeddings: (representation: Representation) => Promise<Float32Array>;
  readonly dimensions: number;
  readonly maxNewTokens: number;
}

export function dynaRuleMethod(resources: DynaRuleResources): Method {
  return {
    name: 'dynarule',
    retrieval: 'per-step',
    answer: async (batch) => {
      const answers: MethodAnswer[] = new Array<MethodAnswer>(batch.length);
      for (const representation of ['FOL', 'NL'] as const) {
        const at = batch.flatMap((input, index) => (input.representation === representation ? [index] : []));
        if (at.length === 0) continue;
        const own = await answerBatch(resources, representation, at.map((index) => batch[index] as MethodInput));
        at.forEach((index, position) => (answers[index] = own[position] as MethodAnswer));
      }
      return answers;
    },
  };
}

async function answerBatch(
  resources: DynaRuleResources,
  representation: Representation,
  batch: readonly MethodInput[],
): Promise<MethodAnswer[]> {
  const { format, dynarule, dimensions } = resources;
  const union = [...new Set(batch.flatMap((input) => input.pool))];
  const rows = new Map(union.map((id, row) => [id, row]));
  const requests = batch.map(({ question, pool }) => ({
    promptIds: promptIds(question.question[representation], format),
    pool: Int32Array.from(pool, (id) => rows.get(id) as number),
  }));
  requests.forEach((request) => checkLength(request.promptIds.length, resources));
  const { eosId } = format;
  const options: DecodeOptions = { maxNewTokens: resources.maxNewTokens, eosId, padId: eosId, logged: LOGGED };
  const embeddings = tensorOfRows(await resources.embeddings(representation), union, dimensions);
  const results = decodeAndFree(dynarule, embeddings, requests, options);
  return results.map((result, index) => toAnswer(result, batch[index] as MethodInput, union, resources, requests[index]?.promptIds.length ?? 0));
}

function decodeAndFree(dynarule: DynaRuleModel, embeddings: Tensor2D, requests: readonly DecodeRequest[], options: DecodeOptions): DecodeResult[] {
  try {
    return decodeWithSearch(dynarule, embeddings, requests, options);
  } finally {
    embeddings.dispose();
  }
}

function checkLength(tokens: number, { dynarule, maxNewTokens }: DynaRuleResources): void {
  const room = dynarule.model.config.maxPositions - maxNewTokens;
  if (tokens <= room) return;
  throw UserError.of({
    expected: `a question of at most ${room} tokens (the LM's context less the room for the answer)`,
    got: `${tokens} tokens`,
    fix: 'shorten the question, lower evaluation.maxNewTokens, or use an LM with a longer context',
  });
}

function toAnswer(
  result: DecodeResult,
  { question, representation, pool }: MethodInput,
  union: readonly number[],
  resources: DynaRuleResources,
  promptTokens: number,
): MethodAnswer {
  return {
    text: decodeText(result.ids, resources.format),
    prompt: promptText(question.question[representation]),
    promptTokens,
    promptCut: 0,
    rulesGiven: Math.min(resources.dynarule.attention.topK, pool.length),
    retrievedPerStep: result.retrievals.map((ranked) =>
      ranked.map(({ row, score }) => ({ id: union[row] as number, score })),
    ),
  };
}

/** `<search>` is no token of the base's tokenizer, so the text between two of them is decoded at a time. */
function decodeText(ids: readonly number[], format: ExampleFormat): string {
  const parts: string[] = [];
  let run: number[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push(format.tokenizer.decode(run));
    run = [];
  };
  for (const id of ids) {
    if (id !== format.searchId) run.push(id);
    else {
      flush();
      parts.push(` ${SEARCH_MARK}`);
    }
  }
  flush();
  return parts.join('');
}
