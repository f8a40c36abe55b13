/** A world of two-choice questions in which letters decide, and rules that are TypeScript under Python's clothes. */
import type { ChoiceQuestion, ScoredQuestion } from '../../../src/nesys/question.ts';
import type { InductionTools } from '../../../src/nesys/induction/attempt.ts';
import type { RuleBank, SplitBank } from '../../../src/nesys/induction/bank.ts';
import type { Journal } from '../../../src/nesys/induction/journal.ts';
import type { Proposer } from '../../../src/nesys/induction/proposer.ts';

/** The right choice doubles the letter of the action; the neural model takes the first choice. */
function question(split: string, index: number): ChoiceQuestion {
  const letter = 'abc'[index % 3]!;
  const correct = index % 2;
  const [right, wrong] = [letter.repeat(2), letter];
  return { id: `${split}-${index}`, environment: 'workshop', label: letter, state: 'a room', action: `press ${letter}`, choices: correct === 0 ? [right, wrong] : [wrong, right], correct };
}

function split(name: string, count: number): SplitBank {
  const questions = Array.from({ length: count }, (_, index) => question(name, index));
  const scored = questions.map(({ id, label, correct }): ScoredQuestion => ({ id, label, correct, logProbs: [0, -1], scores: [] }));
  return { questions, scored };
}

/** 24 training questions and 12 dev questions, half of which the neural model gets right. */
export function startBank(): RuleBank {
  return { rules: [], train: split('train', 24), dev: split('dev', 12) };
}

/** A reply whose rule likes doubled letters, of one letter alone where it is named. */
export function doubling(name: string, letter: string): string {
  return `Letters double.\n\n\`\`\`python\ndef rule_${name}(state, action, choice):\n    """doubles ${letter}"""\n    return ...\n\`\`\``;
}

/** Stands in for Python: reads the name, and which letter the docstring doubles; "halves" scores the other way. */
export const letterScores: InductionTools['score'] = (source, questions) => {
  const names = [...source.matchAll(/def (rule_\w+)/g)].map((match) => match[1]!);
  const [, verb, letter] = /"""(doubles|halves|fails on) (\w)"""/.exec(source) ?? [];
  const sign = verb === 'halves' ? -1 : 1;
  const score = ({ action, choices }: ChoiceQuestion): (readonly number[] | null)[] =>
    names.map(() => (action.endsWith(letter ?? '') && verb !== 'fails on' ? choices.map((choice) => sign * (choice.length - 1)) : null));
  const faults = verb === 'fails on' ? [{ rule: names[0]!, question: questions[0]!.id, reason: 'ValueError: no number (line 3)' }] : [];
  return Promise.resolve({ rules: names.map((id) => ({ id, about: `${verb ?? ''} ${letter ?? ''}` })), scores: questions.map(score), faults });
};

/** Replies one after the other, and how many were asked for. */
export function replying(...replies: string[]): Proposer & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    propose: (messages, index) => {
      asked.push(messages.at(-1)!.content);
      return Promise.resolve(replies[index]!);
    },
  };
}

export function toolsOf(proposer: Proposer, journal: Journal): InductionTools {
  return { proposer, journal, score: letterScores };
}
