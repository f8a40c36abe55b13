/** Right answers of one evaluation, for the terminal. */
import { formatPoints, type Table } from '../../evaluation/table.ts';
import type { Count } from '../energy.ts';
import { percentOf } from './accuracy.ts';
import type { JudgeName } from './judges.ts';

const TITLES = { neural: 'neural model alone', rules: 'rules alone', nesys: 'NeSyS' } as const;

export function evaluationTable(counts: Readonly<Record<JudgeName, Count>>): Table {
  const rows = (['neural', 'rules', 'nesys'] as const).map((judge) => {
    const { right, total } = counts[judge];
    return [TITLES[judge], String(right), String(total), formatPoints(percentOf(counts[judge]))];
  });
  return { title: 'Right answers', labels: 1, columns: ['', 'right', 'total', '%'], rows };
}
