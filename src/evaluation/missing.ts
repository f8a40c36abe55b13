/** What a table needs and the results lack, so that a dash in it can be explained. */
import type { Evaluation } from '../config/evaluation.ts';
import type { Representation } from '../ruleworld/types.ts';
import { placeText } from './cell.ts';
import { cellPlaces } from './plan.ts';
import type { ResultCell } from './results.ts';

/** What a table shows whatever the experiment's matrix has; what is left out is as in the experiment. */
export interface TableNeeds {
  readonly ruleCounts?: readonly number[];
  readonly representations?: readonly Representation[];
  /** The methods that have a row in it, as far as the experiment has them. */
  readonly methods?: readonly string[];
}

/** Cells that a table needs and the results have no record of, in words. */
export function missingCells(evaluation: Evaluation, cells: readonly ResultCell[], needs: TableNeeds = {}): string[] {
  const present = new Set(cells.map(placeText));
  const { ruleCounts = evaluation.ruleCounts, representations = evaluation.representations } = needs;
  const methods = evaluation.methods.filter((method) => needs.methods?.includes(method) ?? true);
  const wanted = evaluation.repositories.flatMap((repository) =>
    methods.flatMap((method) => cellPlaces(method, repository, { seeds: evaluation.seeds, ruleCounts, representations })),
  );
  return wanted.map(placeText).filter((place) => !present.has(place));
}

/** Missing cells that a message names one by one. */
const NAMED = 5;

/** Two lines for the reader of a table: what is missing, and the command that makes it. None where nothing is missing. */
export function missingLines(missing: readonly string[], command: string): string[] {
  if (missing.length === 0) return [];
  const named = missing.slice(0, NAMED).join('; ');
  return [
    `missing, ${missing.length} cells: ${named}${missing.length > NAMED ? '; …' : ''}`,
    `  make them with: ${command}`,
  ];
}

/** The experiment that a table is asked of. */
export interface AskedExperiment {
  /** YAML file. */
  readonly file: string;
  /** Overrides of the command line. */
  readonly set: readonly string[];
  readonly evaluation: Evaluation;
}

/** The command that makes what a table needs. Later overrides win, so those of the table come last. */
export function tableCommand(table: string, { file, set, evaluation }: AskedExperiment, needs: TableNeeds): string {
  const override = (key: 'ruleCounts' | 'representations'): string[] => {
    const wanted = needs[key]?.join(',');
    return wanted === undefined || wanted === evaluation[key].join(',') ? [] : [`evaluation.${key}=[${wanted}]`];
  };
  const overrides = [...set, ...override('ruleCounts'), ...override('representations')];
  return ['dynarule eval-table --table', table, '--experiment', file, ...overrides.map((one) => `--set ${shellWord(one)}`)].join(' ');
}

/** A word of a command line, quoted where a shell would take it apart. */
export function shellWord(word: string): string {
  return /^[\w.,:/=[\]-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
