/** Right answers of one evaluation, for the terminal. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import type { Count } from '../energy.ts';
import { percentOf } from './accuracy.ts';
import { JUDGE_TITLES, JUDGES, type JudgeName } from './judges.ts';

export function evaluationTable(counts: Readonly<Record<JudgeName, Count>>): Table {
  const rows = JUDGES.map((judge) => {
    const { right, total } = counts[judge];
    return [JUDGE_TITLES[judge], String(right), String(total), formatPoints(percentOf(counts[judge]))];
  });
  return { title: 'Right answers', labels: 1, columns: ['', 'right', 'total', '%'], rows };
}
