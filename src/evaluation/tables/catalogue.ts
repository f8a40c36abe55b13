/** What stands behind the name of a table: how it is made, and what it needs. */
import type { Repository } from '../../config/sections.ts';
import { REPRESENTATIONS, SUBTASKS, type QuestionSubtask } from '../../ruleworld/types.ts';
import { OUTSIDE_ACCURACY } from '../columns.ts';
import { pairedTable } from '../comparison/paired-table.ts';
import { stepwiseTable } from '../comparison/stepwise-table.ts';
import type { TableNeeds } from '../missing.ts';
import { PAPER_RULE_COUNTS } from '../paper.ts';
import type { QuestionScore } from '../records.ts';
import type { Results } from '../results.ts';
import type { Table } from '../table.ts';
import { table11, table12 } from './deviations.ts';
import { table2, table8, table9 } from './exact-match.ts';
import type { TableName } from './names.ts';
import { outsideTable } from './outside.ts';
import { table10, table4 } from './recall.ts';
import { STRONG_MODEL_METHODS, table13, table3, TABLE13_RULE_COUNTS, TABLE3_RULE_COUNTS } from './strong-models.ts';

/** What tables are made of. */
export interface TableSource {
  /** The experiment's own results first, then those that stand beside it. */
  readonly results: readonly Results[];
  /** Of the experiment's own questions. */
  readonly scores: readonly QuestionScore[];
}

interface TableEntry {
  /** What has a row in it. */
  readonly rowsFor: string;
  readonly needs: TableNeeds;
  make(source: TableSource, repository: Repository): Table[];
  /** What is printed below it. */
  beside?(source: TableSource, repository: Repository): Table[];
}

/** Tables with columns, or an average, of both forms. */
const BOTH: TableNeeds = { representations: REPRESENTATIONS };
const MANY_COUNTS: TableNeeds = { ruleCounts: PAPER_RULE_COUNTS };

const RETRIEVING = 'methods that retrieve';

const ENTRIES: Readonly<Record<TableName, TableEntry>> = {
  '2': {
    rowsFor: 'every method',
    needs: BOTH,
    make: ({ results }, repository) => [table2(results, repository)],
    beside: ({ scores }, repository) => [pairedTable(scores, repository)],
  },
  '3': {
    rowsFor: 'prompting and DynaRule at 1,000 rules',
    needs: { ...BOTH, ruleCounts: TABLE3_RULE_COUNTS, methods: STRONG_MODEL_METHODS },
    make: ({ results }, repository) => [table3(results, repository)],
  },
  '4': { rowsFor: RETRIEVING, needs: BOTH, make: ({ results }, repository) => [table4(results, repository)] },
  '8': {
    rowsFor: 'every method in FOL',
    needs: { ...MANY_COUNTS, representations: ['FOL'] },
    make: ({ results }, repository) => [table8(results, repository)],
  },
  '9': {
    rowsFor: 'every method in NL',
    needs: { ...MANY_COUNTS, representations: ['NL'] },
    make: ({ results }, repository) => [table9(results, repository)],
  },
  '10': { rowsFor: RETRIEVING, needs: { ...BOTH, ...MANY_COUNTS }, make: ({ results }, repository) => [table10(results, repository)] },
  '11': {
    rowsFor: 'methods with all sub-tasks in both forms',
    needs: { ...BOTH, ...MANY_COUNTS },
    make: ({ results }, repository) => [table11(results, repository)],
  },
  '12': { rowsFor: RETRIEVING, needs: { ...BOTH, ...MANY_COUNTS }, make: ({ results }, repository) => [table12(results, repository)] },
  '13': {
    rowsFor: 'prompting and DynaRule at 100, 500 and 1,000 rules',
    needs: { ...BOTH, ruleCounts: TABLE13_RULE_COUNTS, methods: STRONG_MODEL_METHODS },
    make: ({ results }, repository) => [table13(results, repository)],
  },
  paired: {
    rowsFor: 'methods beside DynaRule',
    needs: BOTH,
    make: ({ scores }, repository) => [pairedTable(scores, repository)],
  },
  stepwise: {
    rowsFor: 'DynaRule beside methods that retrieve once',
    needs: {},
    make: ({ scores }, repository) => [stepwiseTable(scores, repository, 'exactMatch'), stepwiseTable(scores, repository, 'recallAt1')],
  },
  outside: {
    rowsFor: 'every method on outside data',
    needs: BOTH,
    make: ({ results }, repository) => [outsideTable(results, repository)],
    beside: ({ scores }, repository) => [pairedTable(scores, repository, OUTSIDE_ACCURACY)],
  },
};

/** In words, what has a row in a table: for a reader who sees none. */
export function tableRowsFor(name: TableName): string {
  return ENTRIES[name].rowsFor;
}

/** What a table shows whatever the experiment's matrix has. */
export function tableNeeds(name: TableName): TableNeeds {
  return ENTRIES[name].needs;
}

/** A table over one repository, and what belongs beside it; those without rows are left out. */
export function makeTables(name: TableName, source: TableSource, repository: Repository): Table[] {
  const own = sourceFor(name, source);
  return withRows([...ENTRIES[name].make(own, repository), ...(ENTRIES[name].beside?.(own, repository) ?? [])]);
}

/** A table over one repository alone; nothing where it has no rows. */
export function makeTable(name: TableName, source: TableSource, repository: Repository): Table[] {
  return withRows(ENTRIES[name].make(sourceFor(name, source), repository));
}

function withRows(tables: readonly Table[]): Table[] {
  return tables.filter((table) => table.rows.length > 0);
}

/** The paper's tables are of the paper's sub-tasks: what was asked of outside data stands in a table of its own, and in no other. */
function sourceFor(name: TableName, { results, scores }: TableSource): TableSource {
  const belongs = (asked: readonly { readonly subtask: QuestionSubtask }[]): boolean => isOutside(asked) === (name === 'outside');
  return { results: results.filter(({ cells }) => belongs(cells)), scores: belongs(scores) ? scores : [] };
}

function isOutside(asked: readonly { readonly subtask: QuestionSubtask }[]): boolean {
  return asked.some(({ subtask }) => !SUBTASKS.some((one) => one === subtask));
}
