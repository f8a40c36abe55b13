/** From attention token by token to what is drawn: the mean over questions step by step, and one answer in full. */
import type { Question, Representation, Texts } from '../ruleworld/types.ts';
import { mean } from '../statistics/spread.ts';
import type { Analysis } from './files.ts';

/** One answer, token by token. */
export interface AttendedAnswer {
  readonly question: Question;
  readonly tokens: readonly { readonly text: string; readonly step: number }[];
  /** For each token the attention, mean over heads and layers, to each rule that it could see, by rule id. */
  readonly attention: readonly ReadonlyMap<number, number>[];
}

type Stair = Analysis<'attention'>['stairs'][number];
type Example = Analysis<'attention'>['examples'][number];

/**
 * How much attention goes to the gold rules of step `of` while step `writing` is written: mean
 * over the step's tokens, then over the questions that have both steps.
 */
export function stairsOf(answers: readonly AttendedAnswer[], representation: Representation): Stair[] {
  const shares = new Map<string, { writing: number; of: number; values: number[] }>();
  for (const answer of answers) {
    for (const { writing, of, attention } of answerStairs(answer)) {
      const key = `${writing}/${of}`;
      const cell = shares.get(key) ?? { writing, of, values: [] };
      cell.values.push(attention);
      shares.set(key, cell);
    }
  }
  const stairs = [...shares.values()].map(({ writing, of, values }) => ({ representation, writing, of, attention: mean(values), questions: values.length }));
  return stairs.sort((a, b) => a.writing - b.writing || a.of - b.of);
}

function answerStairs({ question, tokens, attention }: AttendedAnswer): { writing: number; of: number; attention: number }[] {
  const steps = question.steps.map(({ gold }, at) => ({ step: at + 1, gold }));
  return steps.flatMap(({ step: writing }) => {
    const own = tokens.flatMap(({ step }, at) => (step === writing ? [at] : []));
    if (own.length === 0) return [];
    return steps.map(({ step: of, gold }) => {
      // Shares are of 32 bits, so that their sum may lie above 1 by a hair.
      const toGold = (token: number): number => Math.min(1, gold.reduce((sum, rule) => sum + (attention[token]?.get(rule) ?? 0), 0));
      return { writing, of, attention: mean(own.map(toGold)) };
    });
  });
}

/** Steps that still fit a drawing. */
const MOST_STEPS = 6;

/** The answer with most steps among those that write as many as they should; none where there is none. */
export function chooseStaircase(answers: readonly AttendedAnswer[], representation: Representation, ruleTexts: readonly Texts[]): Example[] {
  const whole = answers.filter(({ question, tokens }) => question.steps.length <= MOST_STEPS && tokens.at(-1)?.step === question.steps.length);
  const [best] = whole.toSorted((a, b) => b.question.steps.length - a.question.steps.length);
  return best === undefined ? [] : [exampleOf(best, representation, ruleTexts)];
}

function exampleOf({ question, tokens, attention }: AttendedAnswer, representation: Representation, ruleTexts: readonly Texts[]): Example {
  const rules = question.steps.flatMap(({ gold }, at) => gold.map((id) => ({ id, step: at + 1, text: ruleTexts[id]?.[representation] ?? '' })));
  return {
    representation,
    subtask: question.subtask,
    questionId: question.id,
    question: question.question[representation],
    tokens: [...tokens],
    rules,
    attention: rules.map(({ id }) => attention.map((shares) => Math.min(1, shares.get(id) ?? 0))),
  };
}
