/** Scores of questions, one by one. */
import type { QuestionScore } from '../../../src/evaluation/records.ts';
import { EVALUATOR_VERSION } from '../../../src/evaluation/cell.ts';
import { REPRESENTATIONS, SUBTASKS } from '../../../src/ruleworld/types.ts';

/** A wrong answer of DynaRule to a single-rule question in FOL among 1,000 rules, as far as nothing else is said. */
export function scoreWith(given: Partial<QuestionScore>): QuestionScore {
  const exactMatch = given.exactMatch ?? 0;
  return {
    cell: 'cell',
    method: 'dynarule',
    representation: 'FOL',
    ruleCount: 1000,
    repository: 'original',
    seed: 1,
    subtask: 'single-rule',
    retrieval: 'per-step',
    questionId: 'q0',
    pool: 'pool',
    question: 'question?',
    promptHash: 'hash',
    promptTokens: 3,
    promptTokensEstimated: false,
    promptCut: 0,
    answer: exactMatch === 1 ? '4' : '5',
    gold: '4',
    exactMatch,
    recallAt1: 0.5,
    recallAt10: 0.5,
    recallAt100: 0.5,
    outcome: exactMatch === 1 ? 'correct' : 'not-retrieved',
    seconds: 0,
    batchSize: 1,
    backend: 'none',
    evaluatorVersion: EVALUATOR_VERSION,
    methodFingerprint: 'weights',
    ...given,
  };
}

/** Two questions of every sub-task in both forms, `<sub-task>-0` and `-1`, 44 scores, each as `choose` says. */
export function allScores(choose: (questionId: string, given: Partial<QuestionScore>) => Partial<QuestionScore>): QuestionScore[] {
  return REPRESENTATIONS.flatMap((representation) =>
    SUBTASKS.flatMap((subtask) =>
      [0, 1].map((index) => {
        const place = { representation, subtask, questionId: `${subtask}-${index}` };
        return scoreWith({ ...place, ...choose(place.questionId, place) });
      }),
    ),
  );
}
