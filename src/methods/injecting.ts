/**
 * What DynaRule, SR-KI and KBLaM share as methods: the rules of a batch become one matrix of
 * embeddings, the questions are decoded with it, and rows of it become rule ids again.
 */
import type { Tensor2D } from '../backend/tf.ts';
import type { DecodeOptions, DecodeRequest, DecodeResult } from '../dynarule/decode.ts';
import { UserError } from '../errors.ts';
import { promptText } from '../ruleworld/prompt.ts';
import { REPRESENTATIONS, type Representation } from '../ruleworld/types.ts';
import { tensorOfRows } from '../tensors/rows.ts';
import type { Method, MethodAnswer, MethodInput, RetrievalKind } from './method.ts';

/** Ranked rules that are reported for each retrieval. */
const LOGGED = 100;

/** The rules of one repository as vectors, and what limits an answer. */
export interface InjectionResources {
  /** Embeddings of the whole repository, row-major [n, P]. */
  readonly embeddings: (representation: Representation) => Promise<Float32Array>;
  /** P */
  readonly dimensions: number;
  readonly maxNewTokens: number;
}

/** How a model answers with injected rules. */
export interface InjectingModel {
  readonly name: string;
  readonly retrieval: RetrievalKind;
  /** Tokens that prompt and answer may have together. */
  readonly contextLength: number;
  readonly eosId: number;
  promptIds(questionText: string): number[];
  /** @param embeddings of the rules of all requests, [M, P] */
  decode(embeddings: Tensor2D, requests: readonly DecodeRequest[], options: DecodeOptions): DecodeResult[];
  text(ids: readonly number[]): string;
  /** Rules of a pool of this size that the model sees at a time. */
  rulesGiven(poolSize: number): number;
}

export function injectingMethod(model: InjectingModel, resources: InjectionResources): Method {
  return {
    name: model.name,
    retrieval: model.retrieval,
    answer: async (batch) => {
      const answers: MethodAnswer[] = new Array<MethodAnswer>(batch.length);
      for (const representation of REPRESENTATIONS) {
        const at = batch.flatMap((input, index) => (input.representation === representation ? [index] : []));
        if (at.length === 0) continue;
        const own = await answerForm(model, resources, representation, at.map((index) => batch[index] as MethodInput));
        at.forEach((index, position) => (answers[index] = own[position] as MethodAnswer));
      }
      return answers;
    },
  };
}

/** Answers questions of one form. */
async function answerForm(
  model: InjectingModel,
  resources: InjectionResources,
  representation: Representation,
  batch: readonly MethodInput[],
): Promise<MethodAnswer[]> {
  const { maxNewTokens, dimensions } = resources;
  const union = [...new Set(batch.flatMap((input) => input.pool))];
  const rows = new Map(union.map((id, row) => [id, row]));
  const requests = batch.map(({ question, pool }) => ({
    promptIds: model.promptIds(question.question[representation]),
    pool: Int32Array.from(pool, (id) => rows.get(id) as number),
  }));
  requests.forEach(({ promptIds }) => checkLength(promptIds.length, model.contextLength - maxNewTokens));
  const options = { maxNewTokens, eosId: model.eosId, padId: model.eosId, logged: LOGGED };
  const embeddings = tensorOfRows(await resources.embeddings(representation), union, dimensions);
  const results = decodeAndFree(model, embeddings, requests, options);
  return results.map((result, index) => {
    const [input, request] = [batch[index] as MethodInput, requests[index] as DecodeRequest];
    return toAnswer(model, input, request, result, union);
  });
}

function decodeAndFree(model: InjectingModel, embeddings: Tensor2D, requests: readonly DecodeRequest[], options: DecodeOptions): DecodeResult[] {
  try {
    return model.decode(embeddings, requests, options);
  } finally {
    embeddings.dispose();
  }
}

function checkLength(tokens: number, room: number): void {
  if (tokens <= room) return;
  throw UserError.of({
    expected: `a question of at most ${room} tokens (the LM's context less the room for the answer)`,
    got: `${tokens} tokens`,
    fix: 'shorten the question, lower evaluation.maxNewTokens, or use an LM with a longer context',
  });
}

/** @param union rule ids by row */
function toAnswer(
  model: InjectingModel,
  { question, representation, pool }: MethodInput,
  { promptIds }: DecodeRequest,
  { ids, retrievals }: DecodeResult,
  union: readonly number[],
): MethodAnswer {
  return {
    text: model.text(ids),
    prompt: promptText(question.question[representation]),
    promptTokens: promptIds.length,
    promptCut: 0,
    rulesGiven: model.rulesGiven(pool.length),
    retrievedPerStep: retrievals.map((ranked) => ranked.map(({ row, score }) => ({ id: union[row] as number, score }))),
  };
}
