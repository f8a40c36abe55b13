/**
 * Attention over rules while an answer is written (paper, Figures 4c and 10): at each step
 * the rules of that step are read, then new ones take their place; over an answer this is a
 * staircase.
 */
import { tf, type Tensor2D, type Tensor4D } from '../backend/tf.ts';
import { loadDynaRule } from '../dynarule/checkpoint.ts';
import { createDecoder, runDecoder, type DynaRuleModel } from '../dynarule/decode.ts';
import { promptIds } from '../dynarule/example.ts';
import { attendsToRules } from '../dynarule/rule-attention.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import { evaluationPool } from '../evaluation/pools.ts';
import type { LoadedLm } from '../lm/load.ts';
import { findAdapters, ownTraining, type AdapterFolders } from '../methods/trained-adapters.ts';
import type { Question, Representation } from '../ruleworld/types.ts';
import { disposeTensors } from '../tensors/named.ts';
import { tensorOfRows } from '../tensors/rows.ts';
import type { Analysis } from './files.ts';
import { analysisHead, type OpenAnalysis } from './open.ts';
import { chooseStaircase, stairsOf, type AttendedAnswer } from './stairs.ts';

/**
 * Answers the questions one at a time at the experiment's smallest rule count.
 *
 * @throws UserError where there are no adapters
 */
export async function measureAttention(open: OpenAnalysis): Promise<Analysis<'attention'>> {
  const { config, resources } = open;
  const lm = await resources.languageModel();
  const found = findAdapters(ownTraining(config), resources.runs);
  open.progress(`attention of the adapters ${adaptersText(found)}`);
  const dynarule = loadDynaRule(found.adapters, lm, await resources.encoder());
  const ruleCount = Math.min(...config.evaluation.ruleCounts);
  const layers = readingLayers(dynarule);
  const measured: Analysis<'attention'> = { ...analysisHead(open), adapters: found.adapters, ruleCount, layers, stairs: [], examples: [] };
  try {
    for (const representation of config.evaluation.representations) {
      const answers = await attendedAnswers(open, { lm, dynarule, layers, ruleCount }, representation);
      measured.stairs.push(...stairsOf(answers, representation));
      measured.examples.push(...chooseStaircase(answers, representation, resources.ruleTexts));
    }
  } finally {
    disposeTensors(dynarule.adapters);
  }
  return measured;
}

/** A reader may take the shipped adapters for those of a training that is not there, or not finished. */
function adaptersText({ adapters, shipped, caveat }: AdapterFolders): string {
  if (caveat !== null) return `in ${adapters}: ${caveat}`;
  return shipped ? `in ${adapters}, which are shipped: this experiment has no run of its own` : `in ${adapters}`;
}

/** Layers whose rules are those that are reported: where each layer chooses for itself, the confidence layer alone. */
function readingLayers({ model, attention }: DynaRuleModel): number[] {
  const all = model.weights.layers.map((_, layer) => layer).filter((layer) => attendsToRules(attention, layer));
  return attention.selection === 'confidence' ? all : [attention.confidenceLayer];
}

interface Reader {
  readonly lm: LoadedLm;
  readonly dynarule: DynaRuleModel;
  readonly layers: readonly number[];
  readonly ruleCount: number;
}

async function attendedAnswers(open: OpenAnalysis, reader: Reader, representation: Representation): Promise<AttendedAnswer[]> {
  const { questions, resources, seed, progress } = open;
  const encoder = await resources.encoder();
  const all = await ruleEmbeddings(encoder, resources.rules, representation);
  const answers: AttendedAnswer[] = [];
  for (const question of questions) {
    const pool = evaluationPool(question, reader.ruleCount, resources.ruleTexts.length, seed);
    const embeddings = tensorOfRows(all, pool, encoder.dimensions);
    answers.push(attend(reader, question, representation, pool, embeddings, open.config.evaluation.maxNewTokens));
    embeddings.dispose();
    if (answers.length % 10 === 0) progress(`attention, ${representation}: ${answers.length} of ${questions.length} questions`);
  }
  return answers;
}

/** Decodes one question with an ear on its attention. @param embeddings of the pool, in its order */
function attend(
  { lm, dynarule, layers }: Reader,
  question: Question,
  representation: Representation,
  pool: readonly number[],
  embeddings: Tensor2D,
  maxNewTokens: number,
): AttendedAnswer {
  const eosId = lm.config.eosTokenId ?? 0;
  const searchId = searchTokenId(lm);
  const { retrieval, stepQuery } = dynarule;
  const prompt = promptIds(question.question[representation], { tokenizer: lm.tokenizer, searchId, eosId, retrieval, stepQuery });
  const request = { promptIds: prompt, pool: Int32Array.from(pool, (_, row) => row) };
  const decoder = createDecoder(dynarule, embeddings, [request], { logged: dynarule.attention.topK });
  const passes: Float32Array[] = [];
  const observe = (layer: number, weights: Tensor4D): void => {
    if (!layers.includes(layer)) return;
    if (layer === layers[0]) passes.push(new Float32Array(weights.shape[3]));
    addShares(passes.at(-1) as Float32Array, lastToken(weights), layers.length);
  };
  const heard = { ...decoder, hooks: { ...decoder.hooks, observe } };
  const [result] = runDecoder(lm, heard, [request], { maxNewTokens, eosId, padId: eosId, logged: 0 });
  const ids = result?.ids ?? [];
  const steps = stepsOf(ids, searchId);
  const rulesAt = (token: number): readonly number[] => (result?.retrievals[(steps[token] ?? 1) - 1] ?? []).map(({ row }) => pool[row] as number);
  return {
    question,
    tokens: ids.map((id, at) => ({ text: id === searchId ? '<search>' : lm.tokenizer.decode([id]), step: steps[at] ?? 1 })),
    attention: ids.map((_, at) => new Map(rulesAt(at).map((rule, slot) => [rule, passes[at]?.[slot] ?? 0]))),
  };
}

/** Attention of the last token, mean over heads, [1, H, S, K] → K. */
function lastToken(weights: Tensor4D): Float32Array {
  return tf.tidy(() => {
    const [, , length, rules] = weights.shape;
    const last = tf.slice4d(weights, [0, 0, length - 1, 0], [1, -1, 1, rules]);
    return Float32Array.from(tf.mean(last, [0, 1, 2]).dataSync());
  });
}

function addShares(sum: Float32Array, added: Float32Array, parts: number): void {
  added.forEach((value, at) => {
    sum[at] = (sum[at] ?? 0) + value / parts;
  });
}

/** The step, from 1, whose rules are in the cache when a token is written: `<search>` still belongs to the step before. */
function stepsOf(ids: readonly number[], searchId: number): number[] {
  let step = 1;
  return ids.map((id) => {
    const own = step;
    if (id === searchId) step += 1;
    return own;
  });
}
