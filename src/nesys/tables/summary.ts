/** All that is told of the published numbers: the paper's tables, what rules do, and where numbers and paper disagree. */
import type { Table } from '../../evaluation/table.ts';
import type { NesysConfig } from '../config.ts';
import { clipLines } from './clipping.ts';
import { devRowLines, devRows } from './dev-rows.ts';
import { gainTable } from './gains.ts';
import { gammaLines, gammaTable } from './gamma.ts';
import { oddityTable } from './oddities.ts';
import { paperTables, TABLE_4, type LaidOut } from './paper-layout.ts';
import type { PublishedResult } from './published-results.ts';
import { orderTable } from './rule-order.ts';
import { summariseSets, type SetSummary } from './set-summary.ts';

export interface Finding {
  readonly title: string;
  /** None where nothing was found. */
  readonly lines: readonly string[];
}

/** What `runs/<name>/nesys.json` holds and the page is made of. */
export interface NesysSummary {
  readonly experiment: string;
  readonly energy: NesysConfig['energy'];
  /** Tables 1–3. */
  readonly tables: readonly LaidOut[];
  /** Why there is no Table 4. */
  readonly table4: string;
  readonly gains: Table;
  /** What the program found where figures and paper disagree. */
  readonly findings: readonly Finding[];
  /** γ, order of the rules, questions that say little; without those that have no rows. */
  readonly checks: readonly Table[];
  readonly sets: readonly SetSummary[];
}

export function summariseResults(results: readonly PublishedResult[], config: NesysConfig): NesysSummary {
  const { name, energy, seed, tables } = config;
  const intervals = { resamples: tables.resamples, seed };
  const checks = [gammaTable(results, intervals), orderTable(results, { ...intervals, scale: energy.scale, orders: tables.orders }), oddityTable(results, intervals)];
  return {
    experiment: name,
    energy,
    tables: paperTables(results, intervals),
    table4: TABLE_4,
    gains: gainTable(results, intervals),
    findings: [
      { title: 'Rows that the paper prints as test and that are dev', lines: devRowLines(devRows(results), intervals) },
      { title: 'Figures whose γ was not chosen on dev', lines: gammaLines(results, intervals) },
      { title: 'Scores that the paper says lie in [−1, 1]', lines: clipLines(results) },
    ],
    checks: checks.filter(({ rows }) => rows.length > 0),
    sets: summariseSets(results, energy.scale),
  };
}
