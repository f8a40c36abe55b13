/** A run with everything that figures are drawn from, in figures that are known by heart. */
import type { Analyses } from '../../src/analysis/files.ts';
import { createCaseFinder } from '../../src/analysis/cases.ts';
import { Evaluation } from '../../src/config/evaluation.ts';
import type { Repository } from '../../src/config/sections.ts';
import { scoreOf, type QuestionRecord } from '../../src/evaluation/records.ts';
import type { ResultCell } from '../../src/evaluation/results.ts';
import type { StepRecall } from '../../src/evaluation/step-recall.ts';
import type { FigureSource } from '../../src/report/figures/source.ts';
import { buildReport, type Report } from '../../src/report/report.ts';
import { REPRESENTATIONS } from '../../src/ruleworld/types.ts';
import { results, seedCells } from '../evaluation/tables/support.ts';

const METHODS = ['dynarule', 'rag-hybrid', 'ircot', 'react', 'prompting', 'prompting-gold'];

/** Two seeds that are .1 apart. */
function cellsOf(method: string, ruleCount: number, repository: Repository): ResultCell[] {
  const recall = method.startsWith('prompting') ? null : 0.8;
  return [1, 2].flatMap((seed) => seedCells({ seed, shift: -0.1 * seed, method, ruleCount, recall }).map((cell) => ({ ...cell, repository })));
}

/** Step t has recall 1 / t, at any depth. */
function stepRecalls(): StepRecall[] {
  const repositories: readonly Repository[] = ['original', 'held-out'];
  return repositories.flatMap((repository) =>
    REPRESENTATIONS.flatMap((representation) =>
      [100, 1000].flatMap((ruleCount) =>
        [1, 2, 3].map((step) => ({
          place: { method: 'dynarule', representation, ruleCount, repository, seed: 1 },
          step,
          questions: 10,
          recall: { 1: 1 / step, 10: 1 / step, 100: 1 / step },
        })),
      ),
    ),
  );
}

const HEAD = { experiment: 'tiny', commit: 'abc', questions: 11 };
const half = { mean: 0.5, std: 0.2, ci95: 0.1 };

export const NO_ANALYSES: Analyses = { retention: null, attention: null, removal: null, cost: null };

const ANALYSES: Analyses = {
  retention: {
    ...HEAD,
    adapters: 'runs/tiny',
    rows: REPRESENTATIONS.flatMap((representation) => [
      { representation, right: 'all' as const, layer: null, exactMatch: { mean: 0.9, std: 0, ci95: 0 } },
      { representation, right: 'none' as const, layer: null, exactMatch: { mean: 0, std: 0, ci95: 0 } },
      ...[0, 1, 2].map((layer) => ({ representation, right: 'one' as const, layer, exactMatch: half })),
    ]),
  },
  attention: {
    ...HEAD,
    adapters: 'checkpoints/tiny',
    ruleCount: 100,
    layers: [1, 2],
    stairs: REPRESENTATIONS.flatMap((representation) => [1, 2].flatMap((writing) => [1, 2].map((of) => ({ representation, writing, of, attention: writing === of ? 0.6 : 0.1, questions: 5 })))),
    examples: REPRESENTATIONS.map((representation) => ({
      representation,
      subtask: 'multi-hop-2' as const,
      questionId: 'q',
      question: 'What?',
      tokens: [{ text: 'so', step: 1 }, { text: '<search>', step: 1 }, { text: '4', step: 2 }],
      rules: [{ id: 7, step: 1, text: 'rule 7' }, { id: 8, step: 2, text: 'rule 8' }],
      attention: [[0.7, 0.6, 0.1], [0, 0.1, 0.8]],
    })),
  },
  removal: { ...HEAD, ruleCount: 100, rows: REPRESENTATIONS.flatMap((representation) => [0, 1].map((removed) => ({ method: 'dynarule', representation, removed, exactMatch: half }))) },
  cost: {
    ...HEAD,
    backend: 'native',
    rows: [100, 1000].map((ruleCount) => ({
      method: 'dynarule',
      ruleCount,
      promptTokens: 30,
      answerTokens: 20,
      firstTokenSeconds: half,
      totalSeconds: { mean: 2, std: 1, ci95: 3 },
      tokensPerSecond: half,
      peakBytes: 3 * 2 ** 20,
    })),
  },
};

/** Everything is there. */
export function fullSource(records: readonly QuestionRecord[] = []): FigureSource {
  const cells = METHODS.flatMap((method) => [100, 1000].flatMap((count) => [...cellsOf(method, count, 'original'), ...cellsOf(method, count, 'held-out')]));
  const entropies = [3, 2.5, 2.75].map((mean, layer) => ({ layer, mean, std: 0.25 }));
  return {
    results: results(cells),
    scores: records.map(scoreOf),
    steps: stepRecalls(),
    confidence: { questions: 64, rulesSeen: 100, entropies: { FOL: entropies, NL: entropies }, layer: 1 },
    analyses: ANALYSES,
    asked: { file: 'experiments/tiny.yaml', set: [], evaluation: Evaluation.parse({ methods: ['dynarule'], ruleCounts: [100, 1000] }) },
  };
}

export function reportOf(records: readonly QuestionRecord[], source = fullSource(records)): Report {
  const cases = createCaseFinder();
  records.forEach(cases.hear);
  return buildReport(source, [], cases);
}

/** A wrong answer: the second rule says gain, the second step lose. */
export const WRONG: QuestionRecord = {
  cell: 'cell',
  method: 'dynarule',
  representation: 'FOL',
  ruleCount: 100,
  repository: 'original',
  seed: 1,
  subtask: 'multi-rule-2',
  retrieval: 'per-step',
  questionId: 'original/test/1',
  pool: 'pool',
  question: 'Toss(B, A). Old_cow(C). Change(Fancy_pearls(B)) = ? , Green_bells(C) = ?',
  prompt: '',
  promptHash: '',
  promptTokens: 3,
  promptTokensEstimated: false,
  promptCut: 0,
  text: ' [Step] Toss(B, A) ⇒ Fancy_pearl(B): Lose 4 <search> [Step] Old_cow(C) ⇒ Green_bell(C): Lose 3 \\boxed{lose 4, lose 3}',
  answer: 'lose 4, lose 3',
  gold: 'lose 4, gain 3',
  exactMatch: 0.5,
  recallAt1: 1,
  recallAt10: 1,
  recallAt100: 1,
  outcome: 'retrieved-but-wrong',
  retrieved: [[{ id: 5, score: 6.5, text: 'Toss(A, B) ⇒ Lose(A, Fancy_pearl, 4)' }], [{ id: 6, score: 2.25, text: 'Old_cow(A) ⇒ Gain(A, Green_bell, 3)' }]],
  goldSteps: [[{ id: 5, rank: 1, text: 'Toss(A, B) ⇒ Lose(A, Fancy_pearl, 4)' }], [{ id: 6, rank: 1, text: 'Old_cow(A) ⇒ Gain(A, Green_bell, 3)' }]],
  seconds: 0.1,
  batchSize: 1,
  backend: 'none',
  evaluatorVersion: 2,
  methodFingerprint: 'weights',
};

/** The same question with its right answer. */
export const RIGHT: QuestionRecord = { ...WRONG, text: WRONG.text.replaceAll('Lose 3', 'Gain 3').replace('lose 3', 'gain 3'), answer: WRONG.gold, exactMatch: 1, outcome: 'correct' };
