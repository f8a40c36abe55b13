/** RD − E2E: what finding the rules costs, once applying them is paid for. */
import type { Table } from '../../evaluation/table.ts';
import { estimateGap, formatInterval, formatMean } from './estimate.ts';
import { NOT_COMPARABLE, PAPER } from './paper.ts';
import { denominatorsOf, type ScoredRun } from './scored-run.ts';

export function gapTable(runs: readonly ScoredRun[]): Table {
  const rows = runs.flatMap(({ name, trials }) => denominatorsOf(trials.filter(({ score }) => score.task !== 'RI')).map((part) => {
    const found = estimateGap(part.trials);
    const cells = found === null ? ['0', '–', '–', '–', '–'] : [String(found.gap.instances), found.rd.toFixed(2), found.e2e.toFixed(2), formatMean(found.gap), formatInterval(found.gap)];
    return [name, part.label, ...cells];
  }));
  const paper = ['range of models (paper)', '–', '–', '–', '–', PAPER.rdMinusE2E.join(' to '), '–'];
  return { title: `RD − E2E over the instances that have both (${NOT_COMPARABLE})`, labels: 2, columns: ['run', 'trials', 'instances', 'RD', 'E2E', 'RD − E2E', '95 % interval'], rows: [...rows, paper] };
}
