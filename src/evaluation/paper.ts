/** The paper's figures, for printing beside ours, and what the paper calls our methods. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A row of the paper: figures by column, such as `FOL.single`; null where the paper has none. Those of Tables 11 and 12 are in points. */
export interface PaperRow {
  readonly method: string;
  readonly ruleCount: number;
  readonly values: Readonly<Record<string, number | null>>;
}

const Row = z
  .object({ method: z.string(), ruleCount: z.int() })
  .catchall(z.number().nullable())
  .transform(({ method, ruleCount, ...values }): PaperRow => ({ method, ruleCount, values }));
const Figures = z.strictObject({
  source: z.string(),
  rows: z.array(Row),
  /** What the paper's text alone reports, in some columns only: the iterative methods, and held-out rules. */
  text: z.array(Row).default([]),
  heldOut: z.array(Row).default([]),
});
type Figures = z.infer<typeof Figures>;

/** The paper's tables of results. */
export const PAPER_TABLES = [2, 3, 4, 8, 9, 10, 11, 12, 13] as const;
export type PaperTable = (typeof PAPER_TABLES)[number];

/** Rule counts of Tables 8 to 12. */
export const PAPER_RULE_COUNTS = [100, 500, 1000, 2000, 5000, 10_000];

const figures = new Map(PAPER_TABLES.map((table): [PaperTable, Figures] => [table, readFigures(table)]));

function readFigures(table: PaperTable): Figures {
  return Figures.parse(JSON.parse(readFileSync(new URL(`paper/table${table}.json`, import.meta.url), 'utf8')));
}

/** Rows of one of the paper's tables, all on the original repository. */
export function paperRows(table: PaperTable): readonly PaperRow[] {
  return figures.get(table)?.rows ?? [];
}

/** The row for a method and rule count that the paper has in its table or in its text, or null. */
export function paperRow(table: PaperTable, title: string, ruleCount: number): PaperRow | null {
  return findRow([...paperRows(table), ...(figures.get(table)?.text ?? [])], title, ruleCount);
}

/** The same for exact match on the held-out repository, of which the paper's text has one average. */
export function paperHeldOutRow(title: string, ruleCount: number): PaperRow | null {
  return findRow(figures.get(2)?.heldOut ?? [], title, ruleCount);
}

function findRow(rows: readonly PaperRow[], title: string, ruleCount: number): PaperRow | null {
  return rows.find((row) => row.method === title && row.ruleCount === ruleCount) ?? null;
}

/** The paper's names of a method: in the tables of answers, and in those of retrieval. */
interface Titles {
  readonly answers: string;
  readonly retrieval: string;
}

const TITLES: Readonly<Record<string, Titles>> = {
  dynarule: { answers: 'DynaRule', retrieval: 'DynaRule' },
  kblam: { answers: 'KBLaM', retrieval: 'KBLaM' },
  'kblam-scaled': { answers: 'KBLaM (log M)', retrieval: 'KBLaM (log M)' },
  'sr-ki': { answers: 'SR-KI', retrieval: 'SR-KI' },
  'sr-ki-strong': { answers: 'SR-KI (strong)', retrieval: 'SR-KI (strong)' },
  prompting: { answers: 'Prompting', retrieval: 'Prompting' },
  'prompting-gold': { answers: 'Prompting (gold rules)', retrieval: 'Prompting (gold rules)' },
  'rag-bm25': { answers: 'RAG-bm25', retrieval: 'BM25' },
  'rag-dense': { answers: 'RAG-dense', retrieval: 'Dense' },
  'rag-hybrid': { answers: 'RAG-hybrid', retrieval: 'Hybrid' },
  ircot: { answers: 'IRCoT', retrieval: 'IRCoT' },
  react: { answers: 'ReAct', retrieval: 'ReAct' },
};

/** Titles of a method by its configuration name; a method the paper does not know keeps its own. */
export function titlesOf(method: string): Titles {
  return TITLES[method] ?? { answers: method, retrieval: method };
}
