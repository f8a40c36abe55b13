/** Log-probs of every choice of a file of questions, by a model of the project's runtime or one behind an endpoint. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { initBackend } from '../src/backend/init.ts';
import { tf } from '../src/backend/tf.ts';
import { Endpoint, type EndpointConfig } from '../src/config/endpoint.ts';
import { apiKeyFrom } from '../src/endpoint/api-key.ts';
import { UserError } from '../src/errors.ts';
import { writePartsAtomically } from '../src/files/atomic-write.ts';
import { loadLm } from '../src/lm/load.ts';
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { likelihoodsFromEndpoint } from '../src/nesys/neural/endpoint.ts';
import { openLikelihoodLog } from '../src/nesys/neural/likelihood-log.ts';
import { PROMPT_VERSION } from '../src/nesys/neural/prompt.ts';
import { likelihoodsFromRuntime } from '../src/nesys/neural/runtime.ts';
import type { LikelihoodSource } from '../src/nesys/neural/source.ts';
import type { ChoiceQuestion } from '../src/nesys/question.ts';
import { randomStream } from '../src/random.ts';

export interface NesysLikelihoodsOptions {
  /** File of questions with their texts. */
  readonly questions: string;
  /** Hugging Face folder or GGUF file; this, or an endpoint. */
  readonly model?: string | undefined;
  /** Up to and including the version, such as http://localhost:8080/v1. */
  readonly endpoint?: string | undefined;
  /** As the endpoint calls it. */
  readonly endpointModel?: string | undefined;
  /** Environment variable that holds the API key. */
  readonly apiKeyVariable?: string | undefined;
  /** Receives the questions with their log-probs, one a line. */
  readonly output: string;
  /** Only so many questions, from the first on. */
  readonly first?: number | undefined;
  readonly backend?: string | undefined;
  readonly print?: (line: string) => void;
}

/** Questions between two writes; also those whose prompts are read together. */
const CHUNK = 2;

/** @throws UserError for files that are not whole, questions longer than the model's context, and an endpoint without log-probs */
export async function run(options: NesysLikelihoodsOptions): Promise<void> {
  const print = options.print ?? console.log;
  const chosen = chosenModel(options);
  const questions = readQuestionTexts(options.questions).slice(0, options.first);
  const log = openLikelihoodLog(`${options.output}.part`, identityOf(chosen, questions));
  const rest = questions.filter(({ id }) => !log.known.has(id));
  if (rest.length < questions.length) print(`${questions.length - rest.length} of ${questions.length} questions are done already`);
  const made = await withSource(chosen, options.backend, (source) =>
    inChunks(source, rest, (lines, done) => {
      log.append(lines);
      print(`${questions.length - rest.length + done}/${questions.length} questions`);
    }),
  );
  const logProbs = new Map([...log.known, ...made]);
  writePartsAtomically(options.output, questions.map((question) => `${JSON.stringify({ ...question, logProbs: logProbs.get(question.id) })}\n`));
  log.remove();
  print(`${options.output}: ${questions.length} questions with log-probs of ${chosen.name}`);
}

/** A folder or file, or a model behind an endpoint. */
type ChosenModel = { readonly kind: 'runtime'; readonly name: string } | { readonly kind: 'endpoint'; readonly name: string; readonly endpoint: EndpointConfig };

function chosenModel({ model, endpoint: baseUrl, endpointModel, apiKeyVariable }: NesysLikelihoodsOptions): ChosenModel {
  if (model !== undefined && baseUrl === undefined && endpointModel === undefined) return { kind: 'runtime', name: model };
  if (model !== undefined || baseUrl === undefined || endpointModel === undefined) {
    const given = Object.entries({ '--model': model, '--endpoint': baseUrl, '--endpoint-model': endpointModel }).flatMap(([name, value]) => (value === undefined ? [] : [name]));
    throw UserError.of({ expected: '--model, or --endpoint and --endpoint-model', got: given.join(' ') || 'none of them', fix: 'see dynarule nesys likelihoods --help' });
  }
  const parsed = Endpoint.safeParse({ baseUrl, model: endpointModel, apiKeyVariable: apiKeyVariable ?? null });
  if (parsed.success) return { kind: 'endpoint', name: `${endpointModel} at ${parsed.data.baseUrl}`, endpoint: parsed.data };
  throw UserError.of({ expected: 'an endpoint', got: z.prettifyError(parsed.error), fix: 'see dynarule nesys likelihoods --help' });
}

function identityOf({ name }: ChosenModel, questions: readonly ChoiceQuestion[]): object {
  const hash = createHash('sha256').update(JSON.stringify(questions)).digest('hex').slice(0, 16);
  return { model: name, prompts: PROMPT_VERSION, questions: hash };
}

/** Opens the model for as long as the work takes. */
async function withSource<T>(chosen: ChosenModel, backend: string | undefined, work: (source: LikelihoodSource) => Promise<T>): Promise<T> {
  if (chosen.kind === 'endpoint') {
    const { apiKeyVariable, timeout, ...settings } = chosen.endpoint;
    return work(likelihoodsFromEndpoint({ ...settings, apiKey: apiKeyFrom(apiKeyVariable), timeout: timeout * 1000 }, { random: randomStream('nesys/endpoint').next }));
  }
  await initBackend(backend);
  const lm = await loadLm(chosen.name);
  try {
    return await work(likelihoodsFromRuntime(lm, { batchQuestions: CHUNK }));
  } finally {
    tf.dispose(lm.weights as unknown as tf.TensorContainer);
  }
}

async function inChunks(
  source: LikelihoodSource,
  questions: readonly ChoiceQuestion[],
  finished: (lines: { readonly id: string; readonly logProbs: number[] }[], done: number) => void,
): Promise<Map<string, number[]>> {
  const made = new Map<string, number[]>();
  for (let start = 0; start < questions.length; start += CHUNK) {
    const chunk = questions.slice(start, start + CHUNK);
    const logProbs = await source.logProbs(chunk);
    const lines = chunk.map(({ id }, i) => ({ id, logProbs: logProbs[i]! }));
    for (const line of lines) made.set(line.id, line.logProbs);
    finished(lines, start + chunk.length);
  }
  return made;
}
