/**
 * Stage 2 (Eq. 3–5): language-model loss on answers with `<search>`, plus the
 * stacked step-level contrastive loss at the confidence layer.
 */
import { tf, type Scalar, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { LanguageModel, MemoryProvider } from '../lm/forward.ts';
import { runFrozenLayers } from '../lm/frozen-layers.ts';
import { headLoss } from '../lm/head-loss.ts';
import { causalBias } from '../lm/masks.ts';
import { range, ropeAngles } from '../lm/rope.ts';
import { flatRows } from '../lm/rows.ts';
import { tensorNamed, type TensorRecord } from '../tensors/named.ts';
import { choosingAdapters, layerAdapters, ruleKeys, ruleQueries, ruleValues, SEARCH_PARAMETER, type ChoosingAdapters } from './adapters.ts';
import { keepDim } from './candidates.ts';
import { contrastiveLoss } from './contrastive.ts';
import { recallAtOne } from './recall-at-one.ts';
import { relevance } from './relevance.ts';
import { attendsToRules, choosesRules, type RuleAttentionConfig } from './rule-attention.ts';
import { embedWithSearch } from './search-token.ts';
import type { StepBatch } from './step-batch.ts';
import { planSlots, slotBias, slotEmbeddings } from './step-memory.ts';
import { stepQueries } from './step-queries.ts';

/** The rules of a batch. */
export interface RulePool {
  /** Raw embeddings, [M, P]. */
  readonly embeddings: Tensor2D;
  /** 1 for rows that may be candidates besides a step's gold ones; null for all M. All M are negatives. */
  readonly open: Uint8Array | null;
  /** Row of a rule id in `embeddings`. */
  rowOf(ruleId: number): number;
}

export interface Stage2Objective {
  readonly temperature: number;
  readonly contrastiveWeight: number;
}

/** Values of one forward pass, read out for logging. */
export interface Stage2Metrics {
  lm: number;
  contrastive: number;
  /** Share of steps whose best rule of the pool is gold. */
  recallAt1: number;
}

export interface Stage2Input {
  readonly model: LanguageModel;
  readonly attention: RuleAttentionConfig;
  readonly objective: Stage2Objective;
  readonly batch: StepBatch;
  readonly pool: RulePool;
}

/** The loss as a function of the adapters; fills `metrics` as it goes. */
export function stage2Loss(parameters: TensorRecord, input: Stage2Input, metrics: Stage2Metrics): Scalar {
  const { batch, objective } = input;
  const positives = goldRows(input);
  const { hidden, scores } = stage2Forward(parameters, input);
  const retrieval = contrastiveLoss(scores, positives, objective.temperature);
  const { weights } = input.model;
  const extra = tensorNamed(parameters, SEARCH_PARAMETER) as Tensor2D;
  const lm = headLoss(hidden, { head: weights.head ?? weights.embedding, extra, labels: batch.labels, weights: batch.labelWeights });
  metrics.lm = lm.dataSync()[0] as number;
  metrics.contrastive = retrieval.dataSync()[0] as number;
  metrics.recallAt1 = recallAtOne(scores, positives);
  return tf.add(lm, tf.mul(retrieval, objective.contrastiveWeight)) as Scalar;
}

/** What the model comes to with the rules that each step has chosen. */
export interface Stage2Forward {
  /** States at the batch's labelled positions, [N, D]; `logitsWithSearch` takes them. */
  readonly hidden: Tensor2D;
  /** Relevance of the pool to each step at the confidence layer, [steps, M]. */
  readonly scores: Tensor2D;
}

export function stage2Forward(parameters: TensorRecord, input: Stage2Input): Stage2Forward {
  const { model, batch, attention } = input;
  const search = tensorNamed(parameters, SEARCH_PARAMETER) as Tensor2D;
  let confident: Tensor2D | null = null;
  const provider = stepMemoryProvider(parameters, input, (layer, scores) => {
    if (layer === attention.confidenceLayer) confident = scores;
  });
  const hidden = runFrozenLayers(model, {
    embeddings: embedWithSearch(model, search, batch.ids, batch.rows),
    angles: ropeAngles([range(batch.length)], model.config),
    bias: causalBias(batch.length),
    memory: provider,
    positions: batch.positions,
  });
  if (confident === null) throw new Error('the confidence layer has not been reached');
  return { hidden, scores: confident };
}

/** Pool rows of each step's gold rules. */
function goldRows({ batch, pool }: Stage2Input): number[][] {
  return batch.steps.map(({ gold }) => gold.map((id) => pool.rowOf(id)));
}

/** What a choosing layer has decided, for the layers that follow it; R = maxSteps · K slots a row. */
interface Selection {
  /** [B, R, P] */
  readonly embeddings: Tensor3D;
  /** [B, S, R] */
  readonly bias: Tensor3D;
}

function stepMemoryProvider(
  parameters: TensorRecord,
  input: Stage2Input,
  onScores: (layer: number, scores: Tensor2D) => void,
): MemoryProvider {
  const { attention } = input;
  const positives = goldRows(input);
  let selection: Selection | null = null;
  return (layer, x) => {
    const [chooses, attends] = [choosesRules(attention, layer), attendsToRules(attention, layer)];
    if (!chooses && !attends) return null;
    const choosing = choosingAdapters(parameters, layer);
    const query = ruleQueries(choosing, x);
    if (chooses) {
      const scores = stepScores(query, choosing, input);
      onScores(layer, scores);
      selection = select(scores, positives, input);
    }
    if (!attends) return null;
    if (selection === null) throw new Error(`no rules were chosen before layer ${layer}`);
    const adapters = layerAdapters(parameters, layer);
    return {
      query,
      keys: ruleKeys(adapters, selection.embeddings, attention.keyNorm),
      values: ruleValues(adapters, selection.embeddings),
      bias: selection.bias,
    };
  };
}

/** Relevance of the pool to each step's query state, [steps, M]. */
function stepScores(query: Tensor3D, adapters: ChoosingAdapters, input: Stage2Input): Tensor2D {
  const queries = stepQueries(flatRows(query), input.batch.steps, query.shape[1]);
  return relevance(adapters, queries, input.pool.embeddings, input.attention.keyNorm);
}

/** KeepDim(TopK ∪ gold, K) for each step, read out of the graph: indices carry no gradient. */
function select(scores: Tensor2D, positives: readonly (readonly number[])[], input: Stage2Input): Selection {
  const { attention, pool, batch } = input;
  const size = scores.shape[1];
  const values = scores.dataSync() as Float32Array;
  const chosen = positives.map((gold, step) =>
    keepDim(values.subarray(step * size, (step + 1) * size), attention.topK, gold, pool.open),
  );
  const plan = planSlots(batch, chosen, size);
  return {
    embeddings: slotEmbeddings(pool.embeddings, plan),
    bias: slotBias(scores, batch, plan, attention),
  };
}
