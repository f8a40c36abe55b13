/**
 * The best rules of a pool for any text: by BM25, by embeddings, or by both, fused by rank
 * (the paper's RAG-bm25, RAG-dense and RAG-hybrid). RAG asks once, with the question;
 * methods that answer in rounds ask again with what they have written.
 */
import type { ExperimentConfig } from '../config/experiment.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { encoderAddress } from '../encoder/fingerprint.ts';
import { ruleEmbeddings, type RuleTexts } from '../encoder/rule-embeddings.ts';
import { BM25_DEFAULTS, countBm25Words, searchBm25 } from '../retrieval/bm25.ts';
import { searchDense } from '../retrieval/dense.ts';
import { fuseRankings, RRF_CONSTANT } from '../retrieval/rrf.ts';
import type { Ranked } from '../retrieval/top-k.ts';
import type { Representation, Texts } from '../ruleworld/types.ts';
import type { RetrievedRule } from './method.ts';
import { onceFor } from './once.ts';

/** A text, and the rules it is compared with. */
export interface RetrievalQuery {
  readonly text: string;
  /** The form in which the rules are read. */
  readonly representation: Representation;
  /** Rule ids of the repository. */
  readonly pool: readonly number[];
}

export interface Retriever {
  /**
   * One ranking for each query, in their order: rule ids of its pool, best first, `top` at most.
   * A ranking depends on its own query alone, not on those beside it; rules of equal score keep
   * the order of the pool. BM25 leaves out rules that share no word with the text, so its ranking
   * may be short or empty. Texts are embedded in one batch.
   *
   * @throws UserError for an empty pool and, where embeddings are compared, for a text in which
   * the encoder finds nothing to encode: put the question before a text that a model wrote
   */
  rank(queries: readonly RetrievalQuery[], top: number): Promise<RetrievedRule[][]>;
}

export type RetrieverKind = 'bm25' | 'dense' | 'hybrid';

/** As `Retriever.rank`, but ids are positions in each query's pool. */
type PoolRanker = (queries: readonly RetrievalQuery[], top: number) => Promise<Ranked[][]>;

/** What a retriever is made of; the resources of a method have it all. */
export interface RetrieverResources {
  /** By rule id. */
  readonly ruleTexts: readonly Texts[];
  readonly rules: RuleTexts<Representation>;
  readonly retrievalEncoder: () => Promise<Encoder>;
}

/** The retriever of this kind over one repository; words are counted and embeddings read when it is first asked. */
export function createRetriever(kind: RetrieverKind, resources: RetrieverResources): Retriever {
  const rank = rankerOf(kind, resources);
  return {
    rank: async (queries, top) => {
      const rankings = await rank(queries, top);
      return rankings.map((ranking, index) => ruleIds(ranking, (queries[index] as RetrievalQuery).pool));
    },
  };
}

/** What decides the rankings beside query and rules, as plain data for a method's fingerprint. */
export async function retrieverSettings(kind: RetrieverKind, experiment: ExperimentConfig): Promise<object> {
  if (kind === 'bm25') return BM25_DEFAULTS;
  const dense = { encoder: await encoderAddress(experiment.evaluation.retrievalEncoder ?? experiment.encoder) };
  return kind === 'dense' ? dense : { ...dense, ...BM25_DEFAULTS, rrf: RRF_CONSTANT };
}

function rankerOf(kind: RetrieverKind, resources: RetrieverResources): PoolRanker {
  if (kind === 'bm25') return bm25Ranker(resources);
  if (kind === 'dense') return denseRanker(resources);
  return hybridRanker([denseRanker(resources), bm25Ranker(resources)]);
}

/** BM25 with the statistics of each pool. */
function bm25Ranker({ ruleTexts }: RetrieverResources): PoolRanker {
  const counted = onceFor((representation: Representation) => countBm25Words(ruleTexts.map((text) => text[representation])));
  return async (queries, top) =>
    queries.map(({ text, representation, pool }) => searchBm25(counted(representation), pool, text, top));
}

/** Inner product of the embeddings of text and rule. */
function denseRanker({ rules, retrievalEncoder }: RetrieverResources): PoolRanker {
  const rows = onceFor(async (representation: Representation) => ruleEmbeddings(await retrievalEncoder(), rules, representation));
  return async (queries, top) => {
    const model = await retrievalEncoder();
    const vectors = await model.encode(queries.map(({ text }) => text), 'query');
    const rankings: Ranked[][] = [];
    for (const [index, { representation, pool }] of queries.entries()) {
      const vector = vectors.subarray(index * model.dimensions, (index + 1) * model.dimensions);
      rankings.push(searchDense(await rows(representation), pool, vector, top));
    }
    return rankings;
  };
}

/** Reciprocal rank fusion of the `top` best of each ranker. */
function hybridRanker(rankers: readonly PoolRanker[]): PoolRanker {
  return async (queries, top) => {
    const found: Ranked[][][] = [];
    for (const rank of rankers) found.push(await rank(queries, top));
    return queries.map((_, index) => fuseRankings(found.map((rankings) => rankings[index] ?? []), top));
  };
}

function ruleIds(ranking: readonly Ranked[], pool: readonly number[]): RetrievedRule[] {
  return ranking.map(({ id: position, score }) => ({ id: pool[position] as number, score }));
}
