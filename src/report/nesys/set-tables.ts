/** Tables of one evaluated set: accuracy and flips by column, and its rules. */
import { formatCount, formatPoints, type Table } from '../../evaluation/table.ts';
import { ENVIRONMENT_TITLES } from '../../nesys/tables/paper-layout.ts';
import type { SetSummary } from '../../nesys/tables/set-summary.ts';
import type { Flips } from '../../nesys/tables/rule-use.ts';
import { JUDGE_TITLES, JUDGES } from '../../nesys/tables/judges.ts';
import { percent } from './percent.ts';

/** "WebShop, Llama3.2-1B, test". */
export function setTitle({ environment, backbone, split }: SetSummary): string {
  return `${ENVIRONMENT_TITLES[environment]}, ${backbone}, ${split}`;
}

/** One row for each column of the paper's table, the average last. */
export function columnTable(set: SetSummary): Table {
  return {
    title: setTitle(set),
    labels: 1,
    columns: ['column', 'questions', ...JUDGES.map((judge) => `${JUDGE_TITLES[judge]} %`), ...FLIP_HEADS],
    rows: set.columns.map((column) => [
      column.title,
      formatCount(column.questions),
      ...JUDGES.map((judge) => formatPoints(percent(column, judge))),
      ...flipCells(column.flips),
    ]),
  };
}

/** One row for each rule, in the order in which their scores are added up. */
export function ruleTable(set: SetSummary): Table {
  const titles = Object.keys(set.rules[0]?.firesIn ?? {});
  return {
    title: `${setTitle(set)}: ${set.rules.length} rules`,
    labels: 1,
    columns: ['rule', 'weight', 'weight alone', 'fires', ...titles, ...FLIP_HEADS.map((head) => `decided ${head}`)],
    rows: set.rules.map(({ rule, id, weight, weightAlone, fires, firesIn, decided }) => [
      id ?? String(rule),
      String(weight),
      String(weightAlone),
      ...[fires, ...titles.map((title) => firesIn[title] ?? 0)].map(formatCount),
      ...flipCells(decided),
    ]),
  };
}

const FLIP_HEADS = ['better', 'worse', 'neither'];

function flipCells(flips: Flips | null): string[] {
  return flips === null ? FLIP_HEADS.map(() => '–') : [flips.better, flips.worse, flips.neither].map(formatCount);
}
