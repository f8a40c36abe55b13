/** What `eval` runs: seeds, questions, rule counts, representations, repositories, methods. */
import { z } from 'zod';
import { count, positiveInteger, REPOSITORIES } from './sections.ts';

/** The methods of the tables. */
export const METHOD_NAMES = ['dynarule', 'prompting', 'rag-bm25'] as const;
export type MethodName = (typeof METHOD_NAMES)[number];

export const Evaluation = z.strictObject({
  /** Each seed draws its own questions and pools. */
  seeds: uniqueList(count, 'seed').default([1, 2, 3, 4, 5]),
  /** Questions of each of the eleven sub-tasks, for each seed. */
  perSubtask: positiveInteger.default(10),
  /** Sizes of the pools that rules are found in. */
  ruleCounts: uniqueList(positiveInteger, 'rule count').default([100, 1000, 10_000]),
  representations: uniqueList(z.enum(['FOL', 'NL']), 'representation').default(['FOL', 'NL']),
  repositories: uniqueList(z.enum(REPOSITORIES), 'repository').default(['original', 'held-out']),
  methods: uniqueList(z.enum(METHOD_NAMES), 'method').default([...METHOD_NAMES]),
  /** Questions that are answered side by side. */
  batchSize: positiveInteger.default(16),
  /** An answer is cut off after so many tokens. */
  maxNewTokens: positiveInteger.default(256),
});
export type Evaluation = z.infer<typeof Evaluation>;

function uniqueList<T extends z.ZodType>(item: T, noun: string) {
  return z
    .array(item)
    .min(1, `expected at least one ${noun}, got an empty list`)
    .refine((items) => new Set(items).size === items.length, `each ${noun} must stand in the list once`);
}
