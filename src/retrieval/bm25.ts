/**
 * BM25 over rules (the RAG baseline of the paper's Table 2), in the form of Lucene
 * that Python's bm25s has as its default:
 *
 *   score(d, q) = Σ_{w in q} ln(1 + (N − n_w + ½) / (n_w + ½)) · f / (f + k1 · (1 − b + b · |d| / mean|d|))
 *
 * with f the count of w in d and n_w the number of documents that have w. Everything
 * but the sum is known when the index is built, so a posting holds its summand.
 */
import { UserError } from '../errors.ts';
import { bm25Words, type WordSplit } from './bm25-words.ts';
import { checkK, topK, type Ranked } from './top-k.ts';

export interface Bm25Options {
  /** Saturation of repeated words. */
  readonly k1: number;
  /** How much a long document is held back, 0 to 1. */
  readonly b: number;
  readonly words: WordSplit;
}

export const BM25_DEFAULTS: Bm25Options = { k1: 1.5, b: 0.75, words: 'split' };

/** Postings of word t: documents[offsets[t] … offsets[t + 1]), in ascending order, with their weights. */
export interface Bm25Index {
  readonly size: number;
  readonly words: WordSplit;
  readonly termIds: ReadonlyMap<string, number>;
  /** [terms + 1] */
  readonly offsets: Uint32Array;
  /** [postings] */
  readonly documents: Uint32Array;
  /** [postings] */
  readonly weights: Float32Array;
}

/**
 * Indexes texts; a document's id is its position. Missing options take BM25_DEFAULTS.
 * @throws UserError where there are no texts or none of them has a word
 */
export function buildBm25(texts: readonly string[], options: Partial<Bm25Options> = {}): Bm25Index {
  const settings = { ...BM25_DEFAULTS, ...options };
  const counted = countWords(texts, settings.words);
  if (counted.termIds.size === 0) throw nothingToIndex(texts.length);
  const postings = sortPostings(counted);
  return {
    size: texts.length,
    words: settings.words,
    termIds: counted.termIds,
    offsets: postings.offsets,
    documents: postings.documents,
    weights: weigh(postings, counted.lengths, settings),
  };
}

/** The k best documents that share a word with the query; fewer where fewer do. */
export function searchBm25(index: Bm25Index, query: string, k: number): Ranked[] {
  checkK(k);
  const scores = new Float64Array(index.size);
  for (const word of bm25Words(query, index.words)) {
    const term = index.termIds.get(word);
    if (term !== undefined) addPostings(index, term, scores);
  }
  return topK(scores, k).filter(({ score }) => score > 0);
}

function addPostings(index: Bm25Index, term: number, scores: Float64Array): void {
  const end = index.offsets[term + 1] as number;
  for (let at = index.offsets[term] as number; at < end; at += 1) {
    const document = index.documents[at] as number;
    scores[document] = (scores[document] as number) + (index.weights[at] as number);
  }
}

/** Word counts by document: three parallel lists, documents ascending. */
interface Counted {
  readonly termIds: Map<string, number>;
  readonly terms: number[];
  readonly documents: number[];
  readonly counts: number[];
  /** Words in each document. */
  readonly lengths: Uint32Array;
}

function countWords(texts: readonly string[], split: WordSplit): Counted {
  const counted: Counted = { termIds: new Map(), terms: [], documents: [], counts: [], lengths: new Uint32Array(texts.length) };
  texts.forEach((text, document) => {
    const words = bm25Words(text, split);
    counted.lengths[document] = words.length;
    for (const [word, count] of countsOf(words)) {
      const term = counted.termIds.get(word) ?? counted.termIds.size;
      counted.termIds.set(word, term);
      counted.terms.push(term);
      counted.documents.push(document);
      counted.counts.push(count);
    }
  });
  return counted;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

interface Postings {
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly counts: Uint32Array;
}

/** Counting sort by term; documents stay ascending within one. */
function sortPostings({ termIds, terms, documents, counts }: Counted): Postings {
  const offsets = new Uint32Array(termIds.size + 1);
  for (const term of terms) offsets[term + 1] = (offsets[term + 1] as number) + 1;
  for (let term = 0; term < termIds.size; term += 1) offsets[term + 1] = (offsets[term + 1] as number) + (offsets[term] as number);
  const next = offsets.slice();
  const sorted = { documents: new Uint32Array(terms.length), counts: new Uint32Array(terms.length) };
  terms.forEach((term, i) => {
    const at = next[term] as number;
    sorted.documents[at] = documents[i] as number;
    sorted.counts[at] = counts[i] as number;
    next[term] = at + 1;
  });
  return { offsets, ...sorted };
}

function weigh({ offsets, documents, counts }: Postings, lengths: Uint32Array, { k1, b }: Bm25Options): Float32Array {
  const weights = new Float32Array(documents.length);
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  for (let term = 0; term + 1 < offsets.length; term += 1) {
    const [start, end] = [offsets[term] as number, offsets[term + 1] as number];
    const having = end - start;
    const rarity = Math.log(1 + (lengths.length - having + 0.5) / (having + 0.5));
    for (let at = start; at < end; at += 1) {
      const count = counts[at] as number;
      const length = lengths[documents[at] as number] as number;
      weights[at] = (rarity * count) / (count + k1 * (1 - b + (b * length) / meanLength));
    }
  }
  return weights;
}

function nothingToIndex(texts: number): UserError {
  return UserError.of({
    expected: 'at least one rule with a word in it',
    got: texts === 0 ? 'no rules' : `${texts} texts without a word`,
    fix: 'check which file or folder the rules are read from',
  });
}
