/** Of the benchmark itself: how large its instances are, and in which round of generate → verify → revise they passed (paper, Table 7). */
import { z } from 'zod';
import type { Table } from '../../evaluation/table.ts';
import { groupBy, mean } from '../../statistics/spread.ts';
import { ManifestInstance } from '../formats/manifest.ts';
import { NOT_COMPARABLE, PAPER } from './paper.ts';

/** An instance's size, and the round in which its files passed every check. */
export const InstanceSize = ManifestInstance.pick({ id: true, domain: true, nodes: true, edges: true, depth: true }).extend({ rounds: z.int().positive() });
export type InstanceSize = z.infer<typeof InstanceSize>;

export function benchmarkTables(sizes: readonly InstanceSize[]): Table[] {
  const groups = [...groupBy(sizes, ({ domain }) => domain).map((group): Group => [group[0]!.domain, group]), ['all', sizes] as const];
  return [sizeTable(groups), roundTable(groups)];
}

type Group = readonly [name: string, members: readonly InstanceSize[]];

function sizeTable(groups: readonly Group[]): Table {
  const rows = groups.map(([name, members]) => {
    const average = (key: 'nodes' | 'edges' | 'depth'): string => mean(members.map((one) => one[key])).toFixed(2);
    return [name, String(members.length), average('nodes'), average('edges'), average('depth')];
  });
  const { nodes, edges, depth } = PAPER.meanGraph;
  const paper = ['all (paper)', '240', ...[nodes, edges, depth].map((value) => value.toFixed(2))];
  return { title: `Instances by domain: mean number of rules and edges, mean depth (${NOT_COMPARABLE})`, labels: 1, columns: ['domain', 'instances', 'rules', 'edges', 'depth'], rows: [...rows, paper] };
}

function roundTable(groups: readonly Group[]): Table {
  const share = (members: readonly InstanceSize[], most: number): string => `${((100 * members.filter(({ rounds }) => rounds <= most).length) / members.length).toFixed(1)} %`;
  const rows = groups.map(([name, members]) => [name, ...[1, 2, 3].map((most) => share(members, most)), String(Math.max(...members.map(({ rounds }) => rounds)))]);
  const { first, afterThree } = PAPER.passRate;
  const paper = ['all (paper)', `${(100 * first).toFixed(1)} %`, '–', `${(100 * afterThree).toFixed(1)} %`, '–'];
  return { title: `Table 7: instances that pass every check by round; here programs check, there people and a model did (${NOT_COMPARABLE})`, labels: 1, columns: ['domain', 'first round', 'within two', 'within three', 'most rounds'], rows: [...rows, paper] };
}
