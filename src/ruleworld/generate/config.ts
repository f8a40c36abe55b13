/**
 * The configuration of the data (experiments/ruleworld.yaml): one seed, the
 * rules of two repositories and the questions of their splits (paper, Tables 5
 * and 6).
 */
import { z } from 'zod';
import { Endpoint } from '../../config/endpoint.ts';
import { fraction, Questions } from '../../config/sections.ts';
import { FORMATS } from '../dataset/write-file.ts';
import { SUBTASKS } from '../types.ts';
import { WorldSettings } from '../world-config.ts';

export const SPLITS = ['train', 'validation', 'test'] as const;
export type SplitName = (typeof SPLITS)[number];

const amount = z.int().min(0);

const World = WorldSettings.refine(
  ({ counts }) => Object.values(counts).some((count) => count > 0),
  { path: ['counts'], error: 'an empty rule set: at least one relation needs rules' },
).prefault({});

/** Questions of each sub-task; one that is not named has none. */
const QuestionCounts = z.partialRecord(z.enum(SUBTASKS), amount);
export type QuestionCounts = z.infer<typeof QuestionCounts>;

const SplitCounts = z.partialRecord(z.enum(SPLITS), QuestionCounts);

/** As in an experiment, but with the share of words that are replaced by a synonym or inflected. */
const Wording = Questions.extend({ paraphrase: fraction.default(0.5) });

const MergingEndpoint = Endpoint.omit({ contextLength: true });
export type MergingEndpoint = z.infer<typeof MergingEndpoint>;

/** Who makes one text of the sub-questions of a multi-rule question. */
const Merging = z.strictObject({
  /** A model that rewrites what the template joins, with the template as the check; null leaves the template's text. */
  endpoint: MergingEndpoint.nullable().default(null),
});

export const GenerationConfig = z.strictObject({
  /** All that is drawn follows from this name. */
  seed: z.string().min(1),
  /** Folder that receives the four data sets. */
  output: z.string().min(1).default('datasets/ruleworld'),
  format: z.enum(FORMATS).default('arrow'),
  /** Questions in one file; part of what the bytes depend on, unlike the number of workers. */
  shardSize: z.int().min(1).default(4000),
  /** The rules of each repository; by default the paper's subset. */
  worlds: z.strictObject({ original: World, 'held-out': World }).prefault({}),
  /** Questions of each repository, split and sub-task. */
  splits: z.strictObject({ original: SplitCounts, 'held-out': SplitCounts }),
  /** How questions and steps are worded. */
  questions: Wording.prefault({}),
  merging: Merging.prefault({}),
});
export type GenerationConfig = z.infer<typeof GenerationConfig>;

/** The part of the configuration that decides the content; kept in every file's metadata. */
export function contentConfig(config: GenerationConfig): object {
  const { seed, shardSize, worlds, splits, questions, merging } = config;
  const content = { seed, shardSize, worlds, splits, questions };
  if (merging.endpoint === null) return content;
  const { baseUrl, model, temperature } = merging.endpoint;
  return { ...content, merging: { endpoint: { baseUrl, model, temperature } } };
}
