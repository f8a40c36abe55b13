/** Ways to rank passages for a query. A retriever of DynaRule is one more: it needs only this interface. */
import type { Encoder } from '../../../encoder/encoder.ts';
import { countBm25Words, searchBm25 } from '../../../retrieval/bm25.ts';
import { searchDense } from '../../../retrieval/dense.ts';
import { fuseRankings } from '../../../retrieval/rrf.ts';
import type { Ranked } from '../../../retrieval/top-k.ts';

/** The k best texts, by position; fewer where fewer fit. */
export type RankTexts = (query: string, k: number) => Promise<readonly Ranked[]>;

export interface RuleSearch {
  /** Stands in the name of an agent: "bm25", "dense-minilm". */
  readonly name: string;
  /** Changes whenever the same texts could be ranked in another way. */
  readonly fingerprint: string;
  /** Prepares at least one text, each with a word in it. */
  index(texts: readonly string[]): Promise<RankTexts>;
}

export function bm25Search(): RuleSearch {
  return {
    name: 'bm25',
    fingerprint: 'bm25',
    index: async (texts) => {
      const documents = countBm25Words(texts);
      const pool = texts.map((_, position) => position);
      return async (query, k) => searchBm25(documents, pool, query, k);
    },
  };
}

/** By the inner product of sentence embeddings. */
export function denseSearch(encoder: Encoder): RuleSearch {
  return {
    name: `dense-${encoder.name}`,
    fingerprint: encoder.fingerprint,
    index: async (texts) => {
      const embeddings = await encoder.encode(texts);
      const pool = texts.map((_, position) => position);
      return async (query, k) => searchDense(embeddings, pool, await encoder.encode([query]), k);
    },
  };
}

/** Ranks of which each search gives its best, fused. */
const FUSED_DEPTH = 100;

/** Both rankings, fused by their ranks. */
export function fusedSearch(first: RuleSearch, second: RuleSearch): RuleSearch {
  return {
    name: `${first.name}+${second.name}`,
    fingerprint: `${first.fingerprint}+${second.fingerprint}`,
    index: async (texts) => {
      const [one, other] = [await first.index(texts), await second.index(texts)];
      return async (query, k) => fuseRankings([await one(query, FUSED_DEPTH), await other(query, FUSED_DEPTH)], k);
    },
  };
}
