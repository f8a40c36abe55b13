/** The paper's figures, as far as a review page of it states them. Its instances are not public, so that they stand beside ours for orientation alone. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Domain, Task } from '../formats/vocabulary.ts';

const Scores = z.partialRecord(Task, z.number());
const Bins = z.record(z.string(), z.number());
const Range = z.tuple([z.number(), z.number()]);
const Figures = z.strictObject({
  source: z.string(),
  /** Table 2, as far as it is stated. */
  models: z.array(z.strictObject({ model: z.string(), mean: Scores, domains: z.partialRecord(Domain, Scores).default({}) })),
  /** Figure 3: mean E2E by bin. */
  e2eByNodes: Bins,
  e2eByDepth: Bins,
  /** Smallest and largest over models. */
  rdMinusE2E: Range,
  /** Share of failures that come from a wrong choice of rules. */
  ruleSelection: z.strictObject({ model: z.string(), share: z.number() }),
  /** Means over its instances. */
  meanGraph: z.strictObject({ nodes: z.number(), edges: z.number(), depth: z.number() }),
  /** Shares of instances that pass its checks in the first round, and after three (Table 7). */
  passRate: z.strictObject({ first: z.number(), afterThree: z.number() }),
  /** Mean over what two annotators judged. */
  kappa: z.number(),
  /** Smallest and largest: people and judge, people among themselves, ranks of agents by two judges. */
  spearman: z.strictObject({ humanJudge: Range, humanHuman: Range, crossJudgeRank: Range }),
});

export const PAPER = Figures.parse(JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8')));

/** Stands in the title of every table with figures of the paper. */
export const NOT_COMPARABLE = 'paper: other instances: not comparable one by one';

/** A stated figure with as many decimals as the paper gives such figures, or a dash. */
export function formatStated(value: number | undefined, decimals: number): string {
  return value === undefined ? '–' : value.toFixed(decimals);
}
