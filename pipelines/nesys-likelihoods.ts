/** Log-probs of every choice of a file of questions, by a model of the project's runtime or one behind an endpoint. */
import { initBackend } from '../src/backend/init.ts';
import { endpointOf, type EndpointConfig } from '../src/config/endpoint.ts';
import { clientSettings } from '../src/endpoint/client-settings.ts';
import { UserError } from '../src/errors.ts';
import { writePartsAtomically } from '../src/files/atomic-write.ts';
import { fingerprint } from '../src/files/fingerprint.ts';
import type { LanguageModel } from '../src/lm/forward.ts';
import { loadLm, type LoadedLm } from '../src/lm/load.ts';
import { disposeLora, readLora } from '../src/lm/lora-folder.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { filesFingerprint } from '../src/files/files-fingerprint.ts';
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { likelihoodsFromEndpoint } from '../src/nesys/neural/endpoint.ts';
import { gatherLikelihoods } from '../src/nesys/neural/gather.ts';
import { openLikelihoodLog } from '../src/nesys/neural/likelihood-log.ts';
import { PROMPT_VERSION, type PromptStyle } from '../src/nesys/neural/prompt.ts';
import { likelihoodsFromRuntime } from '../src/nesys/neural/runtime.ts';
import type { LikelihoodSource } from '../src/nesys/neural/source.ts';
import type { ChoiceQuestion } from '../src/nesys/question.ts';
import { randomStream } from '../src/random.ts';

export interface NesysLikelihoodsOptions {
  /** File of questions with their texts. */
  readonly questions: string;
  /** Hugging Face folder or GGUF file; this, or an endpoint. */
  readonly model?: string | undefined;
  /** Folder of adapters that the model is given; see `writeLora`. */
  readonly adapters?: string | undefined;
  /** How the model is asked; `instructed` by default. */
  readonly prompt?: PromptStyle | undefined;
  /** Up to and including the version, such as http://localhost:8080/v1. */
  readonly endpoint?: string | undefined;
  /** As the endpoint calls it. */
  readonly endpointModel?: string | undefined;
  /** Environment variable that holds the API key. */
  readonly apiKeyVariable?: string | undefined;
  /** Receives the questions with their log-probs, one a line. */
  readonly output: string;
  /** Only so many questions, from the first on; a later call for more goes on from there. */
  readonly first?: number | undefined;
  readonly backend?: string | undefined;
  readonly print?: (line: string) => void;
}

/** Questions between two writes; also those whose prompts are read together. */
const CHUNK = 2;

/** @throws UserError for options that do not go together, files that are not whole, questions longer than the model's context, and an endpoint without log-probs */
export async function run(options: NesysLikelihoodsOptions): Promise<void> {
  const print = options.print ?? console.log;
  const chosen = chosenModel(options);
  const all = readQuestionTexts(options.questions);
  const questions = all.slice(0, options.first);
  const log = openLikelihoodLog(`${options.output}.part`, await identityOf(chosen, all));
  const known = questions.filter(({ id }) => log.known.has(id)).length;
  if (known > 0) print(`${known} of ${questions.length} questions are done already`);
  const report = (done: number): void => print(`${done}/${questions.length} questions`);
  const logProbs = await withSource(chosen, options.backend, (source) => gatherLikelihoods(source, questions, log, { chunk: CHUNK, report }));
  writePartsAtomically(options.output, questions.map((question, index) => `${JSON.stringify({ ...question, logProbs: logProbs[index] })}\n`));
  if (questions.length === all.length) log.remove();
  print(`${options.output}: ${questions.length} questions with log-probs of ${chosen.name}`);
}

/** A folder or file, or a model behind an endpoint. */
type ChosenModel = RuntimeModel | { readonly kind: 'endpoint'; readonly name: string; readonly endpoint: EndpointConfig };

interface RuntimeModel {
  readonly kind: 'runtime';
  readonly name: string;
  readonly adapters: string | null;
  readonly prompt: PromptStyle;
}

function chosenModel(options: NesysLikelihoodsOptions): ChosenModel {
  const { model, adapters, prompt, endpoint: baseUrl, endpointModel, apiKeyVariable } = options;
  if (model !== undefined && baseUrl === undefined && endpointModel === undefined) return { kind: 'runtime', name: model, adapters: adapters ?? null, prompt: prompt ?? 'instructed' };
  if (model !== undefined || baseUrl === undefined || endpointModel === undefined) {
    const given = Object.entries({ '--model': model, '--endpoint': baseUrl, '--endpoint-model': endpointModel }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    throw UserError.of({ expected: '--model, or --endpoint and --endpoint-model', got: given.join(' ') || 'none of them', fix: 'see dynarule nesys likelihoods --help' });
  }
  refuseWithEndpoint({ '--adapters': adapters, '--prompt': prompt });
  const endpoint = endpointOf({ baseUrl, model: endpointModel, apiKeyVariable: apiKeyVariable ?? null });
  return { kind: 'endpoint', name: `${endpointModel} at ${endpoint.baseUrl}`, endpoint };
}

/** What is behind an endpoint has its own adapters, and is asked in the one form that `transitionText` gives. */
function refuseWithEndpoint(options: Readonly<Record<string, string | undefined>>): void {
  const given = Object.keys(options).filter((name) => options[name] !== undefined);
  if (given.length === 0) return;
  throw UserError.of({ expected: '--endpoint without --adapters and --prompt', got: `--endpoint with ${given.join(' and ')}`, fix: 'leave them out, or give a folder of the model with --model' });
}

/** Contents, not paths: a model in another folder is the same, and another one in the same folder is not. */
async function identityOf(chosen: ChosenModel, questions: readonly ChoiceQuestion[]): Promise<object> {
  const common = { prompts: PROMPT_VERSION, questions: fingerprint(questions) };
  if (chosen.kind === 'endpoint') return { model: chosen.name, ...common };
  const { name, adapters, prompt } = chosen;
  return {
    model: await filesFingerprint(name, 'give the folder or file of a model'),
    ...common,
    ...(adapters === null ? {} : { adapters: await filesFingerprint(adapters, 'give a folder of adapters') }),
    ...(prompt === 'instructed' ? {} : { prompt }),
  };
}

/** Opens the model for as long as the work takes. */
async function withSource<T>(chosen: ChosenModel, backend: string | undefined, work: (source: LikelihoodSource) => Promise<T>): Promise<T> {
  if (chosen.kind === 'endpoint') {
    return work(likelihoodsFromEndpoint(clientSettings(chosen.endpoint), { random: randomStream('nesys/endpoint').next }));
  }
  await initBackend(backend);
  const lm = await loadLm(chosen.name);
  try {
    return await withAdapters(lm, chosen.adapters, (adapted) => work(likelihoodsFromRuntime(adapted, { batchQuestions: CHUNK, prompt: chosen.prompt })));
  } finally {
    disposeWeights(lm.weights);
  }
}

async function withAdapters<T>(lm: LoadedLm, folder: string | null, work: (adapted: LoadedLm & LanguageModel) => Promise<T>): Promise<T> {
  if (folder === null) return work(lm);
  const lora = readLora(folder, lm.config);
  try {
    return await work({ ...lm, lora: lora.layers });
  } finally {
    disposeLora(lora);
  }
}
