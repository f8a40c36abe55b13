/**
 * BM25 over rules (the RAG baseline of the paper's Table 2), in the form of Lucene
 * that Python's bm25s has as its default:
 *
 *   score(d, q) = Σ_{w in q} ln(1 + (N − n_w + ½) / (n_w + ½)) · f / (f + k1 · (1 − b + b · |d| / mean|d|))
 *
 * with f the count of w in d and n_w the number of documents that have w. N, n_w and
 * mean|d| are those of the pool that is searched, and every question has a pool of its
 * own: so words are counted once for the repository, and a search goes through the
 * counts of its pool, which is faster than an index that serves one question.
 */
import { UserError } from '../errors.ts';
import { bm25Words, type WordSplit } from './bm25-words.ts';
import { checkPool } from './pool.ts';
import { checkK, topK, type Ranked } from './top-k.ts';

export interface Bm25Options {
  /** Saturation of repeated words. */
  readonly k1: number;
  /** How much a long document is held back, 0 to 1. */
  readonly b: number;
  readonly words: WordSplit;
}

export const BM25_DEFAULTS: Bm25Options = { k1: 1.5, b: 0.75, words: 'split' };

/** The words of document i, each once: terms[offsets[i] … offsets[i + 1]), with their counts. */
export interface Bm25Documents {
  readonly options: Bm25Options;
  readonly termIds: ReadonlyMap<string, number>;
  /** [documents + 1] */
  readonly offsets: Uint32Array;
  /** [distinct words over all documents] */
  readonly terms: Uint32Array;
  readonly counts: Uint32Array;
  /** Words in each document, repetitions included. */
  readonly lengths: Uint32Array;
}

/**
 * Counts the words of texts; a document's id is its position. Missing options take BM25_DEFAULTS.
 * @throws UserError where there are no texts or none of them has a word
 */
export function countBm25Words(texts: readonly string[], options: Partial<Bm25Options> = {}): Bm25Documents {
  const settings = { ...BM25_DEFAULTS, ...options };
  const termIds = new Map<string, number>();
  const [terms, counts]: [number[], number[]] = [[], []];
  const offsets = new Uint32Array(texts.length + 1);
  const lengths = new Uint32Array(texts.length);
  texts.forEach((text, document) => {
    const words = bm25Words(text, settings.words);
    lengths[document] = words.length;
    for (const [word, count] of countsOf(words)) {
      const term = termIds.get(word) ?? termIds.size;
      termIds.set(word, term);
      terms.push(term);
      counts.push(count);
    }
    offsets[document + 1] = terms.length;
  });
  if (termIds.size === 0) throw nothingToSearch(texts.length);
  return { options: settings, termIds, offsets, terms: Uint32Array.from(terms), counts: Uint32Array.from(counts), lengths };
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * The k best documents of a pool that share a word with the query; fewer where fewer do.
 * Ids are positions in the pool, and equal scores are ranked by them.
 *
 * @param pool ids of documents
 * @throws UserError for a pool without rules
 */
export function searchBm25(documents: Bm25Documents, pool: readonly number[], query: string, k: number): Ranked[] {
  checkK(k);
  checkPool(pool, documents.lengths.length);
  const words = bm25Words(query, documents.options.words).flatMap((word) => documents.termIds.get(word) ?? []);
  const postings = collectPostings(documents, pool, new Set(words));
  const weights = lengthWeights(documents, pool);
  const scores = new Float64Array(pool.length);
  for (const word of words) addPostings(postings.get(word) as Postings, weights, scores);
  return topK(scores, k).filter(({ score }) => score > 0);
}

/** Where a word stands in the pool: positions ascending, and its count there. */
interface Postings {
  readonly positions: number[];
  readonly counts: number[];
}

function collectPostings(documents: Bm25Documents, pool: readonly number[], words: ReadonlySet<number>): Map<number, Postings> {
  const { offsets, terms, counts, termIds } = documents;
  const postings = new Map(Array.from(words, (word): [number, Postings] => [word, { positions: [], counts: [] }]));
  const asked = new Uint8Array(termIds.size);
  for (const word of words) asked[word] = 1;
  pool.forEach((document, position) => {
    const end = offsets[document + 1] as number;
    for (let at = offsets[document] as number; at < end; at += 1) {
      const term = terms[at] as number;
      if (asked[term] === 0) continue;
      const { positions, counts: found } = postings.get(term) as Postings;
      positions.push(position);
      found.push(counts[at] as number);
    }
  });
  return postings;
}

/** k1 · (1 − b + b · |d| / mean|d|) of each document of the pool. */
function lengthWeights({ lengths, options: { k1, b } }: Bm25Documents, pool: readonly number[]): Float64Array {
  const own = Float64Array.from(pool, (document) => lengths[document] as number);
  const mean = own.reduce((sum, length) => sum + length, 0) / own.length;
  return own.map((length) => k1 * (1 - b + (b * length) / mean));
}

/** Adds one word of the query; its summands have 32 bits, as in bm25s. */
function addPostings({ positions, counts }: Postings, weights: Float64Array, scores: Float64Array): void {
  const rarity = Math.log(1 + (scores.length - positions.length + 0.5) / (positions.length + 0.5));
  positions.forEach((position, i) => {
    const count = counts[i] as number;
    const weight = Math.fround((rarity * count) / (count + (weights[position] as number)));
    scores[position] = (scores[position] as number) + weight;
  });
}

function nothingToSearch(texts: number): UserError {
  return UserError.of({
    expected: 'at least one rule with a word in it',
    got: texts === 0 ? 'no rules' : `${texts} texts without a word`,
    fix: 'check which file or folder the rules are read from',
  });
}
