/** The printed tables of a few trials, worked out by hand. */
import type { Table } from '../../../src/evaluation/table.ts';
import { allTables } from '../../../src/ruletrek/tables/all-tables.ts';
import { estimateGap, estimateMean } from '../../../src/ruletrek/tables/estimate.ts';
import { headline } from '../../../src/ruletrek/tables/measures.ts';
import { benchmarkTables } from '../../../src/ruletrek/tables/benchmark.ts';
import { NOT_COMPARABLE } from '../../../src/ruletrek/tables/paper.ts';
import type { ScoredRun } from '../../../src/ruletrek/tables/scored-run.ts';
import { spendingCorrelation, spendingTable, steps } from '../../../src/ruletrek/tables/spending.ts';
import { trialOf } from './trials.ts';

const missed = [{ cause: 'rule-missed', detail: '' }, { cause: 'answer', detail: '' }] as const;
const run: ScoredRun = {
  name: 'r',
  trials: [
    trialOf('tax-001', 'RI', 40), trialOf('tax-002', 'RI', 60, { nodes: 14, depth: 5 }),
    trialOf('tax-001', 'RD', 90), trialOf('tax-002', 'RD', 50, { nodes: 14, depth: 5 }),
    trialOf('tax-001', 'E2E', 80), trialOf('tax-002', 'E2E', 0, { nodes: 14, depth: 5, failures: [...missed] }),
    trialOf('procurement-001', 'E2E', 0, { domain: 'procurement', nodes: 5, depth: 2, status: 'step_limit', failures: [{ cause: 'status', detail: '' }] }),
    trialOf('procurement-002', 'E2E', null, { domain: 'procurement', nodes: 5, depth: 2, status: 'infra_error', failures: [{ cause: 'status', detail: '' }] }),
  ],
};
const tables = allTables([run]);

function tableOf(title: string): Table {
  return tables.find((table) => table.title.startsWith(title))!;
}

/** Cells by column of the row that begins with these labels. */
function row(title: string, ...labels: string[]): Record<string, string> {
  const { columns, rows } = tableOf(title);
  const found = rows.find((cells) => labels.every((label, i) => cells[i] === label))!;
  return Object.fromEntries(columns.map((column, i) => [column, found[i]!]));
}

it('has Table 2 by domain and task, over all trials and over those that ended ok', () => {
  // E2E over all that count: (80 + 0 + 0) / 3; of ok alone: 80 / 2. The trial to be run again is in neither.
  expect(row('Table 2: mean', 'r', 'all (7)')).toMatchObject({ 'tax RI': '50.00', 'tax RD': '70.00', 'tax E2E': '40.00', 'procurement RI': '–', 'procurement E2E': '0.00', 'mean E2E': '26.67' });
  expect(row('Table 2: mean', 'r', 'ok (6)')).toMatchObject({ 'procurement E2E': '–', 'mean E2E': '40.00' });
});

it('has the paper beside, of the domains that are there, marked', () => {
  expect(row('Table 2: mean', 'GPT-6.1-Sol (paper)')).toMatchObject({ 'tax RD': '86.42', 'tax RI': '–', 'procurement E2E': '26.92', 'mean RI': '62.47' });
  expect(tableOf('Table 2: mean').columns).not.toContain('postgresql RD');
  expect(tables.filter(({ rows }) => rows.some((cells) => cells[0]!.includes('(paper)'))).every(({ title }) => title.includes(NOT_COMPARABLE))).toBe(true);
  expect(row('Figure 3: mean score by number', 'mean (paper)')).toMatchObject({ '<=3': '76.5', '4-6': '–', '>=14': '23.6' });
  expect(row('RD − E2E', 'range of models (paper)')['RD − E2E']).toBe('3.79 to 8.15');
});

it('has beside it what the headline hides', () => {
  // Of three E2E trials that count, one answer is right; two have half of the fields and all of the reasoning.
  expect(row('Beside', 'r', 'E2E', 'all (3)')).toMatchObject({ 'answers right': expect.stringMatching(/^33\.33 \[/), reasoning: expect.stringMatching(/^66\.67 /), 'fields right': expect.stringMatching(/^33\.33 /), 'node F1': '' });
  expect(row('Beside', 'r', 'RI', 'all (2)')).toMatchObject({ 'answers right': '', 'node F1': '50.00 [50.0, 50.0]' });
});

it('has means by number of rules and by depth', () => {
  expect(row('Figure 3: mean score by number', 'r', 'E2E', 'all (3)')).toMatchObject({ '<=3': '80.00', '4-6': '0.00', '7-9': '–', '>=14': '0.00' });
  expect(row('Figure 3: mean score by depth', 'r', 'RD', 'all (2)')).toMatchObject({ '<=1': '90.00', '2': '–', '>=5': '50.00' });
});

it('has RD − E2E over the instances that have both', () => {
  // tax-001: 90 − 80, tax-002: 50 − 0.
  expect(row('RD − E2E', 'r', 'all (5)')).toMatchObject({ instances: '2', RD: '70.00', E2E: '40.00', 'RD − E2E': '30.00', '95 % interval': '10.0 to 50.0' });
});

it('counts how trials ended, and the first cause of each that lost points', () => {
  expect(row('How trials ended', 'r', 'E2E')).toMatchObject({ trials: '4', ok: '2', step_limit: '1', infra_error: '1' });
  expect(row('First cause', 'r', 'E2E')).toMatchObject({ 'lost points': '2', status: '1', 'rule-missed': '1', answer: '0', 'rule selection': '50.0 %' });
  expect(row('First cause', 'r', 'RI')).toMatchObject({ 'lost points': '0', 'rule selection': '–' });
});

it('gives two runs a row each', () => {
  const rows = allTables([run, { ...run, name: 's' }])[0]!.rows;
  expect(rows.slice(0, 4).map((cells) => cells[0])).toEqual(['r', 'r', 's', 's']);
});

describe('intervals', () => {
  it('draw instances, not trials', () => {
    // Ten equal trials of each of two instances are two draws: 0, 50 or 100, a quarter of them 0.
    const trials = ['tax-001', 'tax-002'].flatMap((instance, i) => Array.from({ length: 10 }, () => trialOf(instance, 'RI', 100 * i)));
    expect(estimateMean(trials, headline, 'test')).toEqual({ mean: 50, interval: { low: 0, high: 100 }, instances: 2 });
  });

  it('are the same every time, and missing for one instance or none', () => {
    const trials = [10, 40, 70].map((score, i) => trialOf(`tax-00${i}`, 'RI', score));
    expect(estimateMean(trials, headline, 'test')).toEqual(estimateMean(trials, headline, 'test'));
    expect(estimateMean(trials.slice(1, 2), headline, 'test')).toEqual({ mean: 40, interval: null, instances: 1 });
    expect(estimateMean([], headline, 'test')).toBeNull();
    expect(estimateGap(trials)).toBeNull();
  });
});

describe('spending', () => {
  const spent = (steps: number, tokens: number | null) => ({ steps, wallSeconds: 2, tokens: tokens === null ? null : { prompt: tokens, completion: 0 } });
  const trials = [[1, 10], [2, 20], [3, 40], [4, 30]].map(([steps, score], i) => trialOf(`tax-00${i}`, 'E2E', score!, { spent: spent(steps!, i === 0 ? null : 100 * steps!) }));

  it('is told as means and as ranks against score', () => {
    const { columns, rows } = spendingTable([{ name: 'r', trials }]);
    const cells = Object.fromEntries(columns.map((column, i) => [column, rows[0]![i]]));
    // Ranks 1 2 3 4 and 1 2 4 3: 1 − 6 · 2 / (4 · 15) = .8. Tokens of the last three: 2 3 4 and 20 40 30: 1 − 6 · 2 / (3 · 8) = .5.
    expect(cells).toMatchObject({ run: 'r', task: 'E2E', trials: '4', steps: '2.5', seconds: '2.0', tokens: '300', 'ρ steps, score': expect.stringMatching(/^\.80 \[/), 'ρ tokens, score': expect.stringMatching(/^\.50 \[/) });
  });

  it('has no correlation where all spent the same, or hardly anyone anything', () => {
    expect(spendingCorrelation(trials.map((trial) => ({ ...trial, spent: spent(4, null) })), steps, 'x')).toBeNull();
    expect(spendingCorrelation(trials.slice(0, 2), steps, 'x')).toBeNull();
    expect(spendingTable([{ name: 'r', trials: trials.slice(0, 1) }]).rows[0]!.slice(5)).toEqual(['–', '–', '–']);
  });
});

it('tells the size of the benchmark and its rounds, the paper beside', () => {
  const size = (id: string, nodes: number, rounds: number) => ({ id, domain: 'tax' as const, nodes, edges: nodes - 1, depth: 2, rounds });
  const [sizes, rounds] = benchmarkTables([size('tax-001', 4, 1), size('tax-002', 8, 3)]);
  expect(sizes!.rows).toEqual([['tax', '2', '6.00', '5.00', '2.00'], ['all', '2', '6.00', '5.00', '2.00'], ['all (paper)', '240', '9.05', '8.69', '2.69']]);
  expect(rounds!.rows.slice(1)).toEqual([['all', '50.0 %', '50.0 %', '100.0 %', '3'], ['all (paper)', '76.7 %', '–', '100.0 %', '–']]);
  for (const { title } of [sizes!, rounds!]) expect(title).toContain(NOT_COMPARABLE);
});
