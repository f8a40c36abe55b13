/** What a wrong answer is put down to. */
import { scoreAnswer } from '../../src/evaluation/score.ts';
import type { MethodAnswer, MethodInput, RetrievalKind } from '../../src/methods/method.ts';
import { fakeQuestion, fakeRules } from './support.ts';

const INPUT: MethodInput = {
  question: fakeQuestion('q', 'multi-hop-2', [[3], [5]]),
  representation: 'NL',
  pool: [8, 3, 5, 9],
};

/** The outcome of an answer of 7, where 4 is right. */
function outcome(retrieval: RetrievalKind, retrieved: readonly (readonly number[])[], rulesGiven: number, promptCut = 0): string {
  const answer: MethodAnswer = {
    text: '\\boxed{7}',
    prompt: '',
    promptTokens: 0,
    promptCut,
    rulesGiven,
    retrievedPerStep: retrieved.map((ids) => ids.map((id) => ({ id, score: 0 }))),
  };
  const place = { method: 'm', representation: 'NL', ruleCount: 4, repository: 'original', seed: 1 } as const;
  const batch = { secondsEach: 1, batchSize: 1, backend: 'cpu', methodFingerprint: 'm', rulesFingerprint: 'r', ruleTexts: fakeRules(10) };
  return scoreAnswer(INPUT, answer, { place, address: 'a', retrieval, ...batch }).outcome;
}

it('step by step: each gold rule among those of its own step that the model saw', () => {
  expect(outcome('per-step', [[3, 8], [9, 5]], 2)).toBe('retrieved-but-wrong');
  expect(outcome('per-step', [[3, 8], [9, 5]], 1)).toBe('not-retrieved');
  expect(outcome('per-step', [[3, 5]], 2)).toBe('not-retrieved');
});

it('once: all gold rules among those in the prompt', () => {
  expect(outcome('once', [[5, 8, 3]], 3)).toBe('retrieved-but-wrong');
  expect(outcome('once', [[5, 8, 3]], 2)).toBe('not-retrieved');
});

it('in rounds: all gold rules among those of the rounds together that are in the prompt', () => {
  // Together: 3, 5, 8, 9.
  expect(outcome('rounds', [[3, 8], [5, 9]], 2)).toBe('retrieved-but-wrong');
  expect(outcome('rounds', [[3, 8], [9, 5]], 3)).toBe('not-retrieved');
});

it('once, with the whole pool in sight: whatever its rank', () => {
  expect(outcome('once', [[5]], 4)).toBe('retrieved-but-wrong');
});

it('nothing retrieved: all gold rules among the first of the pool', () => {
  expect(outcome('none', [], 3)).toBe('retrieved-but-wrong');
  expect(outcome('none', [], 2)).toBe('not-retrieved');
});

it('gold rules handed over: all, unless the context cut some off', () => {
  expect(outcome('gold', [], 2)).toBe('retrieved-but-wrong');
  expect(outcome('gold', [], 1, 1)).toBe('not-retrieved');
});
