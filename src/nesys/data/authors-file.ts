/**
 * The authors' evaluation log: `{summary, questions: [{choices, choice_logprobs, correct_idx, label, topic,
 * input_state, input_action, input_user, …}]}`. It has no scores of rules.
 */
import { z } from 'zod';
import { environmentOf } from '../environments/columns.ts';
import type { ChoiceQuestion, Environment, ScoredQuestion } from '../question.ts';
import { checkQuestion, faultAt, type EvaluationSet, type Names, type QuestionPlace } from './evaluation-set.ts';
import { finite, index, parseRecord } from './parse-record.ts';

const Header = z.object({ questions: z.array(z.unknown()).min(1) });

const Question = z.object({
  choices: z.array(z.string()),
  choice_logprobs: z.array(finite),
  correct_idx: index,
  label: z.string().nullish(),
  /** ScienceWorld's columns are topics; the other worlds leave it empty. */
  topic: z.string().nullish(),
  input_state: z.string().nullish(),
  input_action: z.string().nullish(),
  input_user: z.string().nullish(),
});
type Question = z.infer<typeof Question>;

const NAMES: Names = { correct: 'correct_idx', logProbs: 'choice_logprobs', scores: () => '' };

/** Whether a JSON value claims to be of this form. */
export function isAuthors(value: object): boolean {
  return 'questions' in value;
}

interface Entry {
  readonly question: Question;
  readonly label: string;
  readonly at: QuestionPlace;
}

/** Log-probs and right choices. @throws UserError for a missing field, and for numbers that do not fit together */
export function readAuthors(value: unknown, file: string): EvaluationSet {
  const entries = entriesOf(value, file);
  const questions = entries.map(scoredOf);
  const choices = entries.map(({ question }) => question.choices);
  return { file, environment: environmentOf(labelsOf(entries)), model: null, ruleCount: 0, ruleIds: null, questions, choices };
}

/** States, actions and choices. @throws UserError, also where a question tells no state or action, or labels tell no environment */
export function readAuthorsTexts(value: unknown, file: string): ChoiceQuestion[] {
  const entries = entriesOf(value, file);
  const environment = environmentOf(labelsOf(entries));
  const [first] = entries;
  if (environment === null && first !== undefined) {
    throw faultAt(first.at, 'label', 'labels of one of the known environments', labelsOf(entries).join(', '));
  }
  return entries.map((entry) => textsOf(entry, environment as Environment));
}

function entriesOf(value: unknown, file: string): Entry[] {
  const { questions } = parseRecord(Header, value, { file, place: '' });
  return questions.map((item, i) => {
    const at = { file, place: `questions[${i}]` };
    const question = parseRecord(Question, item, at);
    const label = question.topic || question.label;
    if (!label) throw faultAt(at, 'label', 'a label, or a topic', 'neither');
    return { question, label, at };
  });
}

function labelsOf(entries: readonly Entry[]): string[] {
  return [...new Set(entries.map(({ label }) => label))];
}

function scoredOf({ question, label, at }: Entry): ScoredQuestion {
  const scored = { id: at.place, label, correct: question.correct_idx, logProbs: question.choice_logprobs, scores: [] };
  checkQuestion(scored, question.choices.length, at, NAMES);
  return scored;
}

/** WebShop's state and action stand in the prompt alone. The action comes after the state's last line, whatever the state contains. */
const PROMPT = /^[^\n]*state[^\n]*:\n([\s\S]*)\n\nAction[^\n]*:\n([\s\S]*?)\n\nQuestion:/i;

function textsOf({ question, label, at }: Entry, environment: Environment): ChoiceQuestion {
  const [, state, action] = question.input_state
    ? ['', question.input_state, question.input_action ?? '']
    : (PROMPT.exec(question.input_user ?? '') ?? []);
  if (state === undefined || action === undefined) {
    throw faultAt(at, 'input_state', 'a state, here or in input_user between "Current state…:" and "Action taken:"', 'none');
  }
  return { id: at.place, environment, label, state, action, choices: question.choices, correct: question.correct_idx };
}
