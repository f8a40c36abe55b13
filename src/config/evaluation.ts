/** What `eval` runs: seeds, questions, rule counts, representations, repositories, methods. */
import { z } from 'zod';
import { Encoder } from './encoder.ts';
import { Endpoint } from './endpoint.ts';
import { count, positiveInteger, REPOSITORIES } from './sections.ts';

/** The methods of the tables. */
export const METHOD_NAMES = [
  'dynarule',
  'kblam',
  'kblam-scaled',
  'sr-ki',
  'sr-ki-strong',
  'prompting',
  'prompting-gold',
  'rag-bm25',
  'rag-dense',
  'rag-hybrid',
  'ircot',
  'react',
] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

/** Whether a method only prompts, so that a model behind an endpoint can serve it; others reach inside the local one. */
const ONLY_PROMPTS: Readonly<Record<MethodName, boolean>> = {
  dynarule: false,
  kblam: false,
  'kblam-scaled': false,
  'sr-ki': false,
  'sr-ki-strong': false,
  prompting: true,
  'prompting-gold': true,
  'rag-bm25': true,
  'rag-dense': true,
  'rag-hybrid': true,
  ircot: true,
  react: true,
};

/** Splits of questions that an evaluation may ask. */
export const SPLITS = ['test', 'validation'] as const;
export type Split = (typeof SPLITS)[number];

const Matrix = z.strictObject({
  /** Which questions are asked: `validation` to choose settings by, so that nothing is chosen by test questions. */
  split: z.enum(SPLITS).default('test'),
  /** Each seed draws its own questions and pools. */
  seeds: uniqueList(count, 'seed').default([1, 2, 3, 4, 5]),
  /** Questions of each sub-task that the data have (RuleWorld: eleven), for each seed. */
  perSubtask: positiveInteger.default(10),
  /** Sizes of the pools that rules are found in. */
  ruleCounts: uniqueList(positiveInteger, 'rule count').default([100, 1000, 10_000]),
  representations: uniqueList(z.enum(['FOL', 'NL']), 'representation').default(['FOL', 'NL']),
  repositories: uniqueList(z.enum(REPOSITORIES), 'repository').default(['original', 'held-out']),
  methods: uniqueList(z.enum(METHOD_NAMES), 'method').default(['dynarule', 'prompting', 'rag-bm25']),
  /** Questions that are answered side by side. */
  batchSize: positiveInteger.default(16),
  /** An answer is cut off after so many tokens. */
  maxNewTokens: positiveInteger.default(256),
  /** At most so many of the rules that a method has retrieved stand in its prompt, the best first; null: all that fit. */
  promptRules: positiveInteger.nullable().default(null),
  /** Encoder of dense and hybrid retrieval; null: the experiment's own. */
  retrievalEncoder: Encoder.nullable().default(null),
  /** The model that prompting methods ask; null asks the local one, `model.base`. */
  endpoint: Endpoint.nullable().default(null),
});

export const Evaluation = Matrix.superRefine(refuseLocalMethods);
export type Evaluation = z.infer<typeof Evaluation>;

function uniqueList<T extends z.ZodType>(item: T, noun: string) {
  return z
    .array(item)
    .min(1, `expected at least one ${noun}, got an empty list`)
    .refine((items) => new Set(items).size === items.length, `each ${noun} must stand in the list once`);
}

/** Such a method would answer with the local model, under the name of an experiment on another. */
function refuseLocalMethods({ endpoint, methods }: z.infer<typeof Matrix>, context: z.RefinementCtx): void {
  const local = methods.filter((name) => !ONLY_PROMPTS[name]);
  if (endpoint === null || local.length === 0) return;
  const message = `${local.join(', ')} cannot answer through evaluation.endpoint: leave it out, in an experiment of its own name`;
  context.addIssue({ code: 'custom', path: ['methods'], message });
}
