/**
 * Retention per layer (paper, Figures 3b and 8b): after stage 1, one layer attends to the
 * right rules and every other layer to random ones. What is still answered rightly has
 * come in through that layer.
 */
import { tf, type Tensor3D } from '../backend/tf.ts';
import { layerAdapters } from '../dynarule/adapters.ts';
import { loadStage1, stage1Settings } from '../dynarule/checkpoint.ts';
import { runDecoder, type DecodeRequest, type Decoder } from '../dynarule/decode.ts';
import { disposePool, poolBias, projectPool, type PoolModel, type ProjectedPool } from '../dynarule/pool-decode.ts';
import { poolMemory, type PoolRows } from '../dynarule/pool-memory.ts';
import { ruleEmbeddings } from '../encoder/rule-embeddings.ts';
import { exactMatch } from '../evaluation/exact-match.ts';
import { drawDistinct } from '../evaluation/pools.ts';
import { plainHooks } from '../lm/generate.ts';
import type { LoadedLm } from '../lm/load.ts';
import { randomStream } from '../random.ts';
import { goldRules } from '../ruleworld/gold-rules.ts';
import { promptText } from '../ruleworld/prompt.ts';
import type { Question, Representation } from '../ruleworld/types.ts';
import { summarise } from '../statistics/spread.ts';
import { requireCheckpoint } from '../tensors/checkpoint.ts';
import { disposeTensors } from '../tensors/named.ts';
import { gatherRows, tensorOfRows } from '../tensors/rows.ts';
import { checkpointsPath } from '../training/run-folder.ts';
import type { Analysis } from './files.ts';
import { analysisHead, type OpenAnalysis } from './open.ts';

/** Questions that are decoded side by side, so that all their rules fit into one attention matrix. */
const BATCH = 55;

type Row = Analysis<'retention'>['rows'][number];
type Variant = Pick<Row, 'right' | 'layer'>;

/** @throws UserError where stage 1 was not trained in this run */
export async function measureRetention(open: OpenAnalysis): Promise<Analysis<'retention'>> {
  const { config, resources } = open;
  const fix = 'train stage 1 of this experiment: make train-stage1';
  const folder = requireCheckpoint(checkpointsPath(config.name, 'stage1', resources.runs), fix);
  const lm = await resources.languageModel();
  const adapters = loadStage1(folder, lm, await resources.encoder());
  const { keyNorm, ruleOffset } = stage1Settings(folder);
  const model = { model: lm, adapters, keyNorm, confidenceLayer: 0, shift: () => ruleOffset };
  const rows: Row[] = [];
  try {
    for (const representation of config.evaluation.representations) rows.push(...(await formRows(open, { lm, model }, representation)));
  } finally {
    disposeTensors(adapters);
  }
  return { ...analysisHead(open), adapters: folder, rows };
}

interface Stage1Model {
  readonly lm: LoadedLm;
  readonly model: PoolModel;
}

async function formRows(open: OpenAnalysis, stage1: Stage1Model, representation: Representation): Promise<Row[]> {
  const { questions, resources, progress, config } = open;
  const encoder = await resources.encoder();
  const all = await ruleEmbeddings(encoder, resources.rules, representation);
  const variants: Variant[] = [
    { right: 'all', layer: null },
    { right: 'none', layer: null },
    ...stage1.lm.weights.layers.map((_, layer): Variant => ({ right: 'one', layer })),
  ];
  const scores = variants.map((): number[] => []);
  for (let start = 0; start < questions.length; start += BATCH) {
    const batch = batchOf(questions.slice(start, start + BATCH), representation, stage1.lm, resources.ruleTexts.length);
    const embeddings = tensorOfRows(all, batch.union, encoder.dimensions);
    const pool = projectPool(stage1.model, embeddings);
    variants.forEach((variant, at) => scores[at]?.push(...variantScores(stage1, pool, batch, variant, config.evaluation.maxNewTokens)));
    disposePool(pool);
    embeddings.dispose();
    progress(`retention, ${representation}: ${Math.min(start + BATCH, questions.length)} of ${questions.length} questions`);
  }
  return variants.map((variant, at) => ({ representation, ...variant, exactMatch: summarise(scores[at] ?? []) }));
}

interface RetentionBatch {
  readonly questions: readonly Question[];
  /** Rule ids by row of the embedding matrix. */
  readonly union: readonly number[];
  /** Pools are the gold rules. */
  readonly right: readonly DecodeRequest[];
  /** As many that are not. */
  readonly random: readonly DecodeRequest[];
}

function batchOf(questions: readonly Question[], representation: Representation, { tokenizer }: LoadedLm, repositorySize: number): RetentionBatch {
  const gold = questions.map((question) => [...goldRules(question)]);
  const random = questions.map((question) => randomRules(question, repositorySize));
  const union = [...new Set([...gold, ...random].flat())];
  const rows = new Map(union.map((id, row) => [id, row]));
  const prompts = questions.map((question) => tokenizer.encode(promptText(question.question[representation])));
  const requests = (pools: readonly (readonly number[])[]): DecodeRequest[] =>
    pools.map((pool, at) => ({ promptIds: prompts[at] ?? [], pool: Int32Array.from(pool, (id) => rows.get(id) as number) }));
  return { questions, union, right: requests(gold), random: requests(random) };
}

function randomRules(question: Question, repositorySize: number): number[] {
  const gold = goldRules(question);
  const drawn = drawDistinct(repositorySize, 2 * gold.size, randomStream(`analysis/retention/${question.id}`));
  return drawn.filter((id) => !gold.has(id)).slice(0, gold.size);
}

function variantScores({ lm, model }: Stage1Model, pool: ProjectedPool, batch: RetentionBatch, variant: Variant, maxNewTokens: number): number[] {
  const eosId = lm.config.eosTokenId ?? 0;
  const options = { maxNewTokens, eosId, padId: eosId, logged: 0 };
  const results = runDecoder(lm, layeredDecoder(model, pool, batch, variant), batch.right, options);
  const { tokenizer } = lm;
  return results.map(({ ids }, at) =>
    exactMatch(tokenizer.decode(ids.filter((id) => id < tokenizer.vocabSize)), batch.questions[at]?.answer ?? ''),
  );
}

/** A decoder whose layers see either the right rules or the random ones. */
function layeredDecoder(model: PoolModel, pool: ProjectedPool, { right, random }: RetentionBatch, variant: Variant): Decoder {
  const count = pool.embeddings.shape[0];
  let [ofRight, ofRandom]: readonly [Tensor3D, Tensor3D] = [poolBias(model, right, count), poolBias(model, random, count)];
  const seesRight = (layer: number): boolean => variant.right === 'all' || layer === variant.layer;
  return {
    hooks: {
      ...plainHooks(model.model),
      sharesPrefixes: false,
      memory: () => (layer, x) => poolMemory(layerAdapters(model.adapters, layer), x, pool.layers[layer] as PoolRows, seesRight(layer) ? ofRight : ofRandom),
      keepRows: (rows) => {
        const old = [ofRight, ofRandom];
        [ofRight, ofRandom] = [gatherRows(ofRight, rows), gatherRows(ofRandom, rows)];
        tf.dispose(old);
      },
    },
    retrievals: [],
    dispose: () => tf.dispose([ofRight, ofRandom]),
  };
}

