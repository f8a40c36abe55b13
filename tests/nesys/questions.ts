/** Small questions and sets for tests. */
import type { EvaluationSet } from '../../src/nesys/data/evaluation-set.ts';
import type { ScoredQuestion } from '../../src/nesys/question.ts';
import { randomStream } from '../../src/random.ts';

export function question(logProbs: readonly number[], scores: ScoredQuestion['scores'], correct = 0, label = 'search'): ScoredQuestion {
  return { id: 'q', label, correct, logProbs, scores };
}

export function setOf(questions: readonly ScoredQuestion[], file = 'set.json'): EvaluationSet {
  return { file, environment: 'webshop', model: 'llama', ruleCount: questions[0]?.scores.length ?? 0, ruleIds: null, questions, choices: null };
}

/** Questions of one to four choices with coarse numbers, so that ties are frequent. */
export function randomQuestions(seed: string, count: number, ruleCount: number): ScoredQuestion[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => {
    const choices = random.integer(1, 4);
    const row = (low: number, high: number, unit: number): number[] => Array.from({ length: choices }, () => random.integer(low, high) * unit);
    const scores = Array.from({ length: ruleCount }, () => (random.chance(0.6) ? row(-2, 2, 0.3) : null));
    return question(row(-6, -1, 0.5), scores, random.integer(0, choices - 1));
  });
}
