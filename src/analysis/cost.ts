/**
 * Cost (paper, Figure 6b): time to the first token, total time, speed and memory of one
 * answer at a time, over rule counts, method by method.
 */
import { tf } from '../backend/tf.ts';
import type { ExperimentConfig } from '../config/experiment.ts';
import { UserError } from '../errors.ts';
import { evaluationPool } from '../evaluation/pools.ts';
import type { LoadedLm } from '../lm/load.ts';
import type { MethodInput, MethodAnswer, Method } from '../methods/method.ts';
import { methodEntry } from '../methods/registry.ts';
import type { MethodResources } from '../methods/resources.ts';
import { SUBTASKS } from '../ruleworld/types.ts';
import { mean, summarise } from '../statistics/spread.ts';
import { keptRows, type Analysis } from './files.ts';
import { analysisHead, askedFingerprint, type OpenAnalysis } from './open.ts';

type Row = Analysis<'cost'>['rows'][number];

/**
 * Times every method of the experiment at every rule count, on one question of each
 * sub-task in the experiment's first form.
 *
 * @param backend name of the tensor backend
 * @throws UserError for a model behind an endpoint, whose time is not its own
 */
export async function measureCost(open: OpenAnalysis, backend: string): Promise<Analysis<'cost'>> {
  const { config, progress } = open;
  requireLocalModel(config);
  const own = { ...open, questions: SUBTASKS.flatMap((subtask) => open.questions.find((question) => question.subtask === subtask) ?? []) };
  const rows: Row[] = [];
  const kept = keptRows('cost', config.name, own.resources.runs);
  const asked = askedFingerprint(own);
  for (const name of config.evaluation.methods) {
    const entry = methodEntry(name, own.resources);
    const caveat = entry.caveat?.() ?? null;
    if (caveat !== null) progress(`cost: ${caveat}`);
    const decidedBy = [asked, await entry.fingerprint(), config.evaluation.representations[0], backend];
    const whole = await entry.load();
    const first = await methodEntry(name, firstTokenResources(own.resources)).load();
    for (const ruleCount of config.evaluation.ruleCounts) {
      rows.push(await kept.of([...decidedBy, name, ruleCount], async () => ({ method: name, ruleCount, ...(await timesOf(own, whole.method, first.method, ruleCount)) })));
      progress(`cost: ${name}, ${ruleCount} rules`);
    }
    whole.dispose();
    first.dispose();
  }
  return { ...analysisHead(own), backend, rows };
}

function requireLocalModel({ evaluation }: ExperimentConfig): void {
  if (evaluation.endpoint === null) return;
  throw UserError.of({
    expected: 'a local model',
    got: `the endpoint ${evaluation.endpoint.baseUrl}`,
    where: { key: 'evaluation.endpoint' },
    fix: 'leave evaluation.endpoint out: the time of an endpoint is mostly the way to it',
  });
}

/**
 * The same methods, made to stop after one token. The context is shortened by the tokens
 * that are not written, so that prompts hold the same rules.
 */
function firstTokenResources(resources: MethodResources): MethodResources {
  const { experiment, languageModel } = resources;
  const { maxNewTokens } = experiment.evaluation;
  const shortened = async (): Promise<LoadedLm> => {
    const lm = await languageModel();
    return { ...lm, config: { ...lm.config, maxPositions: lm.config.maxPositions - (maxNewTokens - 1) } };
  };
  return { ...resources, experiment: { ...experiment, evaluation: { ...experiment.evaluation, maxNewTokens: 1 } }, languageModel: shortened };
}

async function timesOf(open: OpenAnalysis, whole: Method, first: Method, ruleCount: number): Promise<Omit<Row, 'method' | 'ruleCount'>> {
  const { questions, resources, seed, config } = open;
  const representation = config.evaluation.representations[0] ?? 'NL';
  const inputs = questions.map((question): MethodInput => ({ question, representation, pool: evaluationPool(question, ruleCount, resources.ruleTexts.length, seed) }));
  const { tokenizer } = await resources.languageModel();
  // The first answers build indices and compile kernels; their time is no answer's.
  await Promise.all([whole, first].map((method) => method.answer(inputs.slice(0, 1))));
  const timed = [];
  for (const input of inputs) {
    const begun = await timedAnswer(first, input);
    const { seconds, answer } = await timedAnswer(whole, input);
    timed.push({ first: begun.seconds, seconds, promptTokens: answer.promptTokens, tokens: tokenizer.encode(answer.text).length });
  }
  return {
    promptTokens: mean(timed.map(({ promptTokens }) => promptTokens)),
    answerTokens: mean(timed.map(({ tokens }) => tokens)),
    firstTokenSeconds: summarise(timed.map((one) => one.first)),
    totalSeconds: summarise(timed.map(({ seconds }) => seconds)),
    tokensPerSecond: summarise(timed.map((one) => speedOf(one))),
    peakBytes: await peakBytes(first, inputs[0] as MethodInput),
  };
}

/** Tokens a second after the first one; 0 where no further token was written. */
export function speedOf({ first, seconds, tokens }: { readonly first: number; readonly seconds: number; readonly tokens: number }): number {
  return tokens <= 1 ? 0 : (tokens - 1) / Math.max(seconds - first, Number.EPSILON);
}

async function timedAnswer(method: Method, input: MethodInput): Promise<{ readonly seconds: number; readonly answer: MethodAnswer }> {
  const start = performance.now();
  const [answer] = await method.answer([input]);
  if (answer === undefined) throw new RangeError(`${method.name} gave no answer`);
  return { seconds: (performance.now() - start) / 1000, answer };
}

/** Largest sum of all tensors while a question is begun. Measured apart from the time, which profiling would lengthen. */
async function peakBytes(method: Method, input: MethodInput): Promise<number> {
  let failure: unknown = null;
  const profile = await tf.profile(async () => {
    await method.answer([input]).catch((error: unknown) => (failure = error));
    return tf.scalar(0);
  });
  tf.dispose(profile.result);
  if (failure !== null) throw failure;
  return profile.peakBytes;
}
