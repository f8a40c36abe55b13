/** What both stages open before they train: base, encoder, repositories, format of the examples. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requireMemory } from '../../backend/available-memory.ts';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { REPOSITORIES } from '../../config/sections.ts';
import type { ExampleFormat } from '../../dynarule/example.ts';
import { estimateMemory } from '../../dynarule/memory-estimate.ts';
import { searchTokenId } from '../../dynarule/search-token.ts';
import { ruleEmbeddings } from '../../encoder/rule-embeddings.ts';
import { createEncoder } from '../../encoder/create.ts';
import type { Encoder } from '../../encoder/encoder.ts';
import { UserError } from '../../errors.ts';
import type { LmConfig } from '../../lm/config.ts';
import type { LanguageModel } from '../../lm/forward.ts';
import { loadLm } from '../../lm/load.ts';
import { questionsFolder, rulesFolder } from '../../ruleworld/dataset/folders.ts';
import { readQuestions } from '../../ruleworld/dataset/questions.ts';
import { allRules, readRules, readWorldRules, type RuleRepository } from '../../ruleworld/dataset/rules.ts';
import { ruleKey } from '../../ruleworld/rule-key.ts';
import type { SplitName } from '../../ruleworld/generate/config.ts';
import type { Random } from '../../random.ts';
import type { Representation } from '../../ruleworld/types.ts';
import { questionOptions } from '../data/question-options.ts';
import { drawnRepository, filedRepository, type TrainingRepository } from '../data/repository.ts';
import { worldStream, type TrainingWorld } from '../data/world-stream.ts';

/** Tokens; few questions with their answers are shorter. */
const SHORTEST_QUESTION = 40;

export interface TrainingSetup {
  readonly model: LanguageModel;
  readonly encoder: Encoder;
  readonly format: ExampleFormat;
  readonly padId: number;
  /** The repository of batches that begin in that step, counted from 0. */
  readonly repositoryOf: (step: number, random: Random) => TrainingRepository;
  /** The evaluated repository with its validation questions. Throws UserError where the data has no such split. */
  readonly validationRepository: () => TrainingRepository;
}

/** @throws UserError where the base, the data or the encoder's files are missing or damaged */
export async function openTraining(config: ExperimentConfig): Promise<TrainingSetup> {
  const encoder = createEncoder(config.encoder);
  const lm = await loadLm(config.model.base, (model) => requireTrainingMemory(config, model, encoder.dimensions));
  const eosId = lm.config.eosTokenId;
  if (eosId === null) throw noEndToken(config.model.base);
  const original = config.data.worlds.original > 0 ? originalRules(config, encoder) : null;
  return {
    model: lm,
    encoder,
    format: {
      tokenizer: lm.tokenizer,
      searchId: searchTokenId(lm),
      eosId,
      retrieval: config.dynarule.retrieval,
      stepQuery: config.dynarule.stepQuery,
    },
    padId: eosId,
    repositoryOf: repositories(config, encoder, original),
    validationRepository: () => {
      requireValidation(config);
      return originalRepository(config, original ?? originalRules(config, encoder), 'validation');
    },
  };
}

/** What a stage holds whatever its questions are: the least of its needs, so that nothing that would fit is refused. */
function requireTrainingMemory({ name, dynarule, stage1, stage2 }: ExperimentConfig, model: LmConfig, dimensions: number): void {
  const rules = Math.max(stage1.ruleCount, stage2.ruleCount);
  const batch = Math.max(stage1.batchSize, stage2.batchSize);
  const { training } = estimateMemory(model, { dimensions, rules, topK: dynarule.topK, batch, tokens: SHORTEST_QUESTION });
  const fix = 'lower stage1.batchSize and stage2.batchSize (optimizer.accumulate makes up for it), ruleCount or dynarule.topK, or use a smaller base';
  requireMemory({ bytes: training, what: `training ${name}`, fix });
}

function requireValidation(config: ExperimentConfig): void {
  const folder = join(config.data.folder, questionsFolder('original'), 'validation');
  if (existsSync(folder)) return;
  throw UserError.of({
    expected: 'validation questions',
    got: 'no such folder',
    where: { file: folder },
    fix: 'generate that split, or set stage1.validationQuestions and stage2.validationQuestions to 0',
  });
}

function noEndToken(base: string): UserError {
  return UserError.of({
    expected: 'a base model with an end-of-text token',
    got: 'none',
    where: { file: base, key: 'eos_token_id' },
    fix: 'name it in config.json',
  });
}

/** The evaluated repository and the fresh ones, drawn by their weights. */
function repositories(
  config: ExperimentConfig,
  encoder: Encoder,
  originals: OriginalRules | null,
): TrainingSetup['repositoryOf'] {
  const { original, refreshed } = config.data.worlds;
  const filed = originals === null ? null : originalRepository(config, originals, 'train');
  const drawn = refreshed > 0 ? refreshedRepositories(config, encoder) : null;
  return (step, random) => {
    const fresh = random.next() * (original + refreshed) < refreshed;
    const repository = fresh ? drawn?.(step) : filed;
    if (repository === null || repository === undefined) throw new Error('no repository to train on');
    return repository;
  };
}

/** The rules that the evaluation's `original` pools come from. */
interface OriginalRules {
  readonly rules: RuleRepository;
  /** Kept once read, for all splits: they are hundreds of megabytes. */
  embeddings(representation: Representation): Promise<Float32Array>;
}

function originalRules(config: ExperimentConfig, encoder: Encoder): OriginalRules {
  const rules = readRules(join(config.data.folder, rulesFolder('original')));
  const kept = new Map<Representation, Promise<Float32Array>>();
  return {
    rules,
    embeddings: (representation) => {
      const known = kept.get(representation) ?? ruleEmbeddings(encoder, rules, representation);
      kept.set(representation, known);
      return known;
    },
  };
}

function originalRepository(config: ExperimentConfig, original: OriginalRules, split: SplitName): TrainingRepository {
  const questions = readQuestions(join(config.data.folder, questionsFolder('original')), split);
  return filedRepository(original.rules, questions, original.embeddings);
}

function refreshedRepositories(config: ExperimentConfig, encoder: Encoder): (step: number) => TrainingRepository {
  const { refreshedRules, refreshEverySteps } = config.data.worlds;
  const worldOf = worldStream({
    seed: `${config.seed}|training`,
    rules: refreshedRules,
    refreshEverySteps,
    forbidden: evaluatedKeys(config),
  });
  const options = questionOptions(config.questions);
  let current: { world: TrainingWorld; repository: TrainingRepository } | null = null;
  return (step) => {
    const world = worldOf(step);
    if (current?.world !== world) current = { world, repository: drawnRepository(world.rules, encoder, options) };
    return current.repository;
  };
}

/** Keys of the rules of every repository in the data: fresh ones must not hold any of them. */
function evaluatedKeys(config: ExperimentConfig): Set<string> {
  const folders = REPOSITORIES.map((name) => join(config.data.folder, rulesFolder(name))).filter((folder) => existsSync(folder));
  return new Set(folders.flatMap((folder) => allRules(readWorldRules(folder)).map(ruleKey)));
}
