/**
 * Term weights of texts, as the error clustering of NeSyS (phase 1) takes them.
 *
 * A term is a run of at least two letters, digits or underscores, in lower case.
 * With n texts, of which df(t) hold the term t:
 *
 *   idf(t) = ln((1 + n) / (1 + df(t))) + 1        (smooth: as if one more text held every term)
 *   x(d, t) = tf(d, t)·idf(t), then each row divided by its L2 length
 *
 * which is what scikit-learn's TfidfVectorizer does by default.
 */

/** A row of a sparse matrix: columns ascending, and their values. */
export interface SparseRow {
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

export interface SparseMatrix {
  readonly rows: readonly SparseRow[];
  /** Columns of the whole matrix. */
  readonly width: number;
}

export interface TermWeights extends SparseMatrix {
  /** Term of each column, sorted by code unit. */
  readonly terms: readonly string[];
}

/** Terms of a text, with repetitions. */
export function termsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]{2,}/gu) ?? [];
}

/** [texts, terms]; a text without any term is an empty row. */
export function termWeights(texts: readonly string[]): TermWeights {
  const counts = texts.map(termCounts);
  const frequency = new Map<string, number>();
  for (const count of counts) for (const term of count.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  const terms = [...frequency.keys()].sort();
  const column = new Map(terms.map((term, index) => [term, index]));
  const idf = terms.map((term) => Math.log((1 + texts.length) / (1 + frequency.get(term)!)) + 1);
  const rows = counts.map((count) => weightedRow(count, column, idf));
  return { rows, width: terms.length, terms };
}

function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of termsOf(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function weightedRow(counts: ReadonlyMap<string, number>, column: ReadonlyMap<string, number>, idf: readonly number[]): SparseRow {
  const pairs = [...counts].map(([term, count]): [number, number] => [column.get(term)!, count]).sort(([a], [b]) => a - b);
  const weights = pairs.map(([index, count]) => count * idf[index]!);
  const length = Math.hypot(...weights);
  return { columns: pairs.map(([index]) => index), values: weights.map((weight) => weight / length) };
}
