/** A user's rules and the questions about them, as the trainer of stage 2 takes them. */
import type { Answers } from '../../config/own-rules.ts';
import type { Question } from '../../ruleworld/types.ts';
import type { TrainingRepository } from '../../training/data/repository.ts';
import type { OwnQuestion } from '../questions/own-question.ts';
import type { OwnRule } from '../rule.ts';
import type { Vectors } from '../vectors.ts';

/** Rules with their vectors. */
export interface RuleSet {
  readonly rules: readonly OwnRule[];
  readonly vectors: Vectors;
}

/** A repository in which a rule's id is its place in the set. */
export function ownRepository({ rules, vectors }: RuleSet, questions: readonly OwnQuestion[], answers: Answers): TrainingRepository {
  const places = new Map(rules.map(({ id }, at) => [id, at]));
  const written = questions.map((question) => trainingQuestion(question, rules, places, answers));
  const all = allVectors(rules, vectors);
  return {
    size: rules.length,
    // The mix of sub-tasks is RuleWorld's: here a question has as many steps as its premise has rules.
    drawQuestion: (_, random) => random.pick(written),
    embeddings: () => Promise.resolve(all),
  };
}

/** What the answer to a question is: the conclusions of its rules. */
export function goldAnswer(question: OwnQuestion, conclusionOf: (id: string) => string): string {
  return question.rules.map(conclusionOf).join(', ');
}

/** One step a rule. Free answers say what it concludes; quoting ones leave that to whoever quotes, and are nothing but marks. */
function trainingQuestion(own: OwnQuestion, rules: readonly OwnRule[], places: ReadonlyMap<string, number>, answers: Answers): Question {
  const placeOf = (id: string): number => places.get(id) as number;
  const conclusionOf = (id: string): string => (answers === 'quoted' ? '' : (rules[placeOf(id)] as OwnRule).conclusion);
  return {
    id: own.id,
    subtask: 'single-rule',
    question: both(own.text),
    steps: own.rules.map((id) => ({ explanation: both(conclusionOf(id)), gold: [placeOf(id)] })),
    answer: answers === 'quoted' ? '' : goldAnswer(own, conclusionOf),
  };
}

/** A user's text has one form alone. */
function both(text: string): Question['question'] {
  return { FOL: text, NL: text };
}

function allVectors(rules: readonly OwnRule[], vectors: Vectors): Float32Array {
  const width = vectors.get(rules[0] as OwnRule)?.length ?? 0;
  const all = new Float32Array(rules.length * width);
  rules.forEach((rule, row) => all.set(vectors.get(rule) as Float32Array, row * width));
  return all;
}
