/** Questions with what both world models say of them, as every format gives them, and what is odd about them. */
import { UserError } from '../../errors.ts';
import type { Environment, ScoredQuestion } from '../question.ts';

export interface EvaluationSet {
  readonly file: string;
  /** As the file or its labels tell; null where they do not. */
  readonly environment: Environment | null;
  /** The neural model, as the file names it; null where it does not. */
  readonly model: string | null;
  /** Rules that have scores in it. */
  readonly ruleCount: number;
  /** Their ids, in their order; null where the file does not name them. */
  readonly ruleIds: readonly string[] | null;
  readonly questions: readonly ScoredQuestion[];
  /** Texts of the choices, question by question; null for a file of numbers. */
  readonly choices: readonly (readonly string[])[] | null;
}

/** What makes a question easier than it looks. */
export interface Oddities {
  readonly questions: number;
  /** Questions whose only choice is right. */
  readonly oneChoice: number;
  /** Questions in which a text stands twice; null where there are no texts. */
  readonly duplicateChoices: number | null;
  /** Questions with two choices of the same log-prob and the same scores: the first of them is taken. */
  readonly indistinguishable: number;
}

export function odditiesOf({ questions, choices }: EvaluationSet): Oddities {
  const duplicates = choices?.filter((texts) => new Set(texts).size < texts.length).length ?? null;
  return {
    questions: questions.length,
    oneChoice: questions.filter(({ logProbs }) => logProbs.length === 1).length,
    duplicateChoices: duplicates,
    indistinguishable: questions.filter(hasTwins).length,
  };
}

function hasTwins({ logProbs, scores }: ScoredQuestion): boolean {
  const keys = logProbs.map((logProb, choice) => JSON.stringify([logProb, ...scores.map((row) => row?.[choice] ?? 0)]));
  return new Set(keys).size < keys.length;
}

/** A question's place in a file: the file, and its path in it. */
export interface QuestionPlace {
  readonly file: string;
  readonly place: string;
}

/** What the numbers of a question are called in its format. */
export interface Names {
  readonly logProbs: string;
  readonly correct: string;
  /** Scores of a rule. */
  readonly scores: (rule: number) => string;
}

/** @throws UserError where lists differ in length, or the right choice is none of the choices */
export function checkQuestion(question: ScoredQuestion, choiceCount: number, at: QuestionPlace, names: Names): void {
  const { logProbs, correct, scores } = question;
  const refuse = (name: string, expected: string, got: string): never => {
    throw faultAt(at, name, expected, got);
  };
  if (choiceCount === 0) refuse(names.logProbs, 'at least one choice', 'none');
  if (logProbs.length !== choiceCount) refuse(names.logProbs, `${choiceCount} log-probs, one for each choice`, `${logProbs.length}`);
  if (correct < 0 || correct >= choiceCount) refuse(names.correct, `the index of one of ${choiceCount} choices, from 0`, `${correct}`);
  scores.forEach((row, rule) => {
    if (row !== null && row.length !== choiceCount) refuse(names.scores(rule), `${choiceCount} scores, one for each choice`, `${row.length}`);
  });
}

/** A fault of one question. */
export function faultAt({ file, place }: QuestionPlace, name: string, expected: string, got: string): UserError {
  const key = name === '' || place === '' ? `${place}${name}` : name.startsWith('[') ? `${place}${name}` : `${place}.${name}`;
  return UserError.of({ expected, got, where: { file, key }, fix: 'mend the question, or leave it out; docs/nesys.md describes the formats' });
}
