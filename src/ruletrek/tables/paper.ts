/** The paper's figures, as far as a review page of it states them. Its instances are not public, so that they stand beside ours for orientation alone. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Domain, Task } from '../formats/vocabulary.ts';

const Scores = z.partialRecord(Task, z.number());
const Bins = z.record(z.string(), z.number());
const Figures = z.strictObject({
  source: z.string(),
  /** Table 2, as far as it is stated. */
  models: z.array(z.strictObject({ model: z.string(), mean: Scores, domains: z.partialRecord(Domain, Scores).default({}) })),
  /** Figure 3: mean E2E by bin. */
  e2eByNodes: Bins,
  e2eByDepth: Bins,
  /** Smallest and largest over models. */
  rdMinusE2E: z.tuple([z.number(), z.number()]),
  /** Share of failures that come from a wrong choice of rules. */
  ruleSelection: z.strictObject({ model: z.string(), share: z.number() }),
});

export const PAPER = Figures.parse(JSON.parse(readFileSync(new URL('paper.json', import.meta.url), 'utf8')));

/** Stands in the title of every table with figures of the paper. */
export const NOT_COMPARABLE = 'paper: other instances: not comparable one by one';

/** A stated figure with as many decimals as the paper gives such figures, or a dash. */
export function formatStated(value: number | undefined, decimals: number): string {
  return value === undefined ? '–' : value.toFixed(decimals);
}
