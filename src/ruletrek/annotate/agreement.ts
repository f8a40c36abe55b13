/** Agreement of two sheets by criterion: share, Cohen's κ plain and weighted, Spearman's ρ, with intervals over instances (paper: mean κ). */
import type { Table } from '../../evaluation/table.ts';
import { UserError } from '../../errors.ts';
import { bootstrapInterval, type Interval } from '../../statistics/bootstrap.ts';
import { cohenKappa } from '../../statistics/kappa.ts';
import { spearman } from '../../statistics/rank-correlation.ts';
import { mean } from '../../statistics/spread.ts';
import { NOT_COMPARABLE, PAPER } from '../tables/paper.ts';
import { CRITERIA } from './criteria.ts';
import type { Sheet } from './sheet.ts';

/** Two verdicts on one instance. */
type Pair = readonly [first: number, second: number];

export interface Agreement {
  readonly criterion: string;
  readonly instances: number;
  /** Share of equal verdicts. */
  readonly equal: number;
  /** Null where both gave one verdict alone, so that chance explains everything. */
  readonly kappa: number | null;
  readonly linear: number | null;
  readonly quadratic: number | null;
  readonly rho: number | null;
  /** Of plain κ; null as κ is, and for a single instance. */
  readonly interval: Interval | null;
}

/** @throws UserError where the sheets do not judge the same */
export function agreements(first: Sheet, second: Sheet): Agreement[] {
  requireSameItems(first, second);
  return CRITERIA.flatMap(({ id }) => {
    const pairs = pairsOf(first, second, id);
    return pairs.length === 0 ? [] : [agreementOf(id, pairs)];
  });
}

function requireSameItems(first: Sheet, second: Sheet): void {
  const keys = (sheet: Sheet): Set<string> => new Set(sheet.judgements.map(({ instance, criterion }) => `${instance} ${criterion}`));
  const [one, other] = [keys(first), keys(second)];
  const alone = [...[...one].filter((key) => !other.has(key)), ...[...other].filter((key) => !one.has(key))];
  if (alone.length === 0) return;
  throw UserError.of({ expected: 'two sheets that judge the same', got: `${alone.length} rows that one of them has alone: ${alone.slice(0, 3).join(', ')}`, where: { file: `${first.file}, ${second.file}` }, fix: 'name the two sheets of one annotation' });
}

function pairsOf(first: Sheet, second: Sheet, criterion: string): Pair[] {
  const verdicts = new Map(second.judgements.filter((one) => one.criterion === criterion).map(({ instance, verdict }) => [instance, verdict]));
  return first.judgements.filter((one) => one.criterion === criterion).map(({ instance, verdict }) => [verdict, verdicts.get(instance) as number]);
}

function agreementOf(criterion: string, pairs: readonly Pair[]): Agreement {
  const kappaOf = (sample: readonly Pair[], weights?: 'linear' | 'quadratic'): number => cohenKappa(sample.map(([a]) => a), sample.map(([, b]) => b), weights);
  const [kappa, rho] = [known(kappaOf(pairs)), pairs.length < 2 ? null : known(spearman(pairs.map(([a]) => a), pairs.map(([, b]) => b)))];
  // A resample of one verdict alone is full agreement.
  const sampled = (sample: readonly Pair[]): number => known(kappaOf(sample)) ?? 1;
  const interval = kappa === null || pairs.length < 2 ? null : bootstrapInterval(pairs, sampled, { resamples: 2000, level: 0.95, stream: `ruletrek/kappa/${criterion}` });
  return { criterion, instances: pairs.length, equal: mean(pairs.map(([a, b]) => (a === b ? 1 : 0))), kappa, linear: known(kappaOf(pairs, 'linear')), quadratic: known(kappaOf(pairs, 'quadratic')), rho, interval };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** "Agreement of two people"; with a program among them, "Machine agreement". */
export function agreementTable(first: Sheet, second: Sheet): Table {
  const all = agreements(first, second);
  const rows = all.map(({ criterion, instances, equal, kappa, linear, quadratic, rho, interval }) => [
    criterion, String(instances), `${(100 * equal).toFixed(1)} %`, cell(kappa), interval === null ? '–' : `${interval.low.toFixed(3)} to ${interval.high.toFixed(3)}`, cell(linear), cell(quadratic), cell(rho),
  ]);
  const kappas = all.flatMap(({ kappa }) => kappa ?? []);
  const total = ['mean', '', `${(100 * mean(all.map(({ equal }) => equal))).toFixed(1)} %`, cell(kappas.length === 0 ? null : mean(kappas)), kappas.length === all.length ? '' : `of ${kappas.length} criteria`, '', '', ''];
  const { humanHuman } = PAPER.spearman;
  const paper = ['mean (paper)', '–', '–', PAPER.kappa.toFixed(2), '–', '–', '–', humanHuman.join(' to ')];
  const machine = [first, second].some(({ by }) => by === 'program');
  const title = `${machine ? 'Machine agreement' : 'Agreement of two people'} by criterion; κ with 95 % intervals over instances (${NOT_COMPARABLE})`;
  return { title, labels: 1, columns: ['criterion', 'instances', 'equal', 'κ', '95 % interval', 'linear κ', 'quadratic κ', 'ρ'], rows: [...rows, total, paper] };
}

function cell(value: number | null): string {
  return value === null ? '–' : value.toFixed(3);
}
