/** The paper's figures, for printing beside ours, and what the paper calls our methods. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A row of the paper: figures by column, such as `FOL.single`; null where the paper has none. */
export interface PaperRow {
  readonly method: string;
  readonly ruleCount: number;
  readonly values: Readonly<Record<string, number | null>>;
}

const Row = z
  .object({ method: z.string(), ruleCount: z.int() })
  .catchall(z.number().nullable())
  .transform(({ method, ruleCount, ...values }): PaperRow => ({ method, ruleCount, values }));
const Figures = z.strictObject({ source: z.string(), rows: z.array(Row), heldOut: z.array(Row).default([]) });

const readFigures = (name: string): z.infer<typeof Figures> =>
  Figures.parse(JSON.parse(readFileSync(new URL(`paper/${name}`, import.meta.url), 'utf8')));

const figures2 = readFigures('table2.json');

/** Table 2: exact match on the original repository. */
export const PAPER_TABLE2: readonly PaperRow[] = figures2.rows;

/** What the paper's text reports for the held-out repository: the average alone. */
export const PAPER_HELD_OUT: readonly PaperRow[] = figures2.heldOut;

/** Table 4: step-wise recall on the original repository. */
export const PAPER_TABLE4: readonly PaperRow[] = readFigures('table4.json').rows;

/** The paper's names of a method: in the tables of answers, and in those of retrieval. */
interface Titles {
  readonly answers: string;
  readonly retrieval: string;
}

const TITLES: Readonly<Record<string, Titles>> = {
  dynarule: { answers: 'DynaRule', retrieval: 'DynaRule' },
  prompting: { answers: 'Prompting', retrieval: 'Prompting' },
  'rag-bm25': { answers: 'RAG-bm25', retrieval: 'BM25' },
};

/** Titles of a method by its configuration name; a method the paper does not know keeps its own. */
export function titlesOf(method: string): Titles {
  return TITLES[method] ?? { answers: method, retrieval: method };
}

/** The paper's row for a method and rule count, or null. */
export function paperRow(rows: readonly PaperRow[], title: string, ruleCount: number): PaperRow | null {
  return rows.find((row) => row.method === title && row.ruleCount === ruleCount) ?? null;
}
