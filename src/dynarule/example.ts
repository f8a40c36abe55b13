/**
 * A question as a token sequence for training: prompt, then the answer with
 * `<search>` tokens, with the step that each token belongs to.
 */
import type { Retrieval, StepQueryKind } from '../config/dynarule.ts';
import type { Tokenizer } from '../lm/tokenizer.ts';
import { goldRules } from '../ruleworld/gold-rules.ts';
import { boxed, completionText, promptText, STEP_MARK } from '../ruleworld/prompt.ts';
import type { Question, Representation } from '../ruleworld/types.ts';
import type { TokenSequence } from '../lm/pack.ts';
import { tokenWeights, type ContextWeights } from './context-weights.ts';

/** What a step's query is made of: the state at one token, or the mean over a range, weighted by token where weights are given. */
export type StepQuery =
  | { readonly kind: 'token'; readonly position: number }
  | { readonly kind: 'mean'; readonly from: number; readonly to: number; readonly weights?: readonly number[] };

export interface DynaRuleExample extends TokenSequence {
  readonly question: Question;
  /** One a step. */
  readonly queries: readonly StepQuery[];
  /** For each token the step whose rules it sees; −1 where it sees none. */
  readonly stepOf: readonly number[];
  /** Gold rule ids of each step. */
  readonly gold: readonly (readonly number[])[];
}

/** How examples are written; the base's special ids come from its configuration. */
export interface ExampleFormat {
  readonly tokenizer: Tokenizer;
  readonly searchId: number;
  readonly eosId: number;
  /** When rules are retrieved. */
  readonly retrieval: Retrieval;
  /** What the steps' queries are taken from. */
  readonly stepQuery: StepQueryKind;
  /** What tokens count in the mean over the context; all the same where absent. */
  readonly contextWeights?: ContextWeights | undefined;
}

/** The prompt's ids, with the first `<search>` where step 1 retrieves with one. */
export function promptIds(questionText: string, format: ExampleFormat): number[] {
  const ids = format.tokenizer.encode(promptText(questionText));
  return format.stepQuery === 'search' ? [...ids, format.searchId] : ids;
}

/** An example of stage 2, as the method retrieves. */
export function retrievalExample(question: Question, representation: Representation, format: ExampleFormat): DynaRuleExample {
  const write = format.retrieval === 'once' ? onceExample : searchExample;
  return write(question, representation, format);
}

/** Step by step (DynaRule): each step after the first is called for by a `<search>` that the model must emit. */
export function searchExample(question: Question, representation: Representation, format: ExampleFormat): DynaRuleExample {
  const prompt = promptIds(question.question[representation], format);
  const ids = [...prompt];
  const weights = prompt.map(() => 0);
  const stepOf: number[] = prompt.map(() => (format.stepQuery === 'search' ? -1 : 0));
  const queries: StepQuery[] = [firstStepQuery(prompt.length, format.stepQuery)];
  if (format.stepQuery === 'search') stepOf[prompt.length - 1] = 0;
  const append = (tokens: readonly number[], step: number): void => {
    for (const token of tokens) {
      ids.push(token);
      weights.push(1);
      stepOf.push(step);
    }
  };
  question.steps.forEach((step, index) => {
    append(format.tokenizer.encode(` ${STEP_MARK} ${step.explanation[representation]}`), index);
    if (index === question.steps.length - 1) return;
    append([format.searchId], index + 1);
    queries.push(laterQuery(ids.length, format.stepQuery));
  });
  append([...format.tokenizer.encode(` ${boxed(question.answer)}`), format.eosId], question.steps.length - 1);
  const weighted = queries.map((query) => weightedQuery(query, ids, format.contextWeights));
  return { question, ids, weights, queries: weighted, stepOf, gold: question.steps.map((step) => step.gold) };
}

/** The query with the weights of its tokens, if there are any. @param ids of the whole example */
export function weightedQuery(query: StepQuery, ids: readonly number[], weights: ContextWeights | undefined): StepQuery {
  return weights === undefined || query.kind === 'token' ? query : { ...query, weights: ids.slice(query.from, query.to).map(tokenWeights(weights)) };
}

/** @param length tokens up to the `<search>`, itself included */
function laterQuery(length: number, kind: StepQueryKind): StepQuery {
  return kind === 'context' ? { kind: 'mean', from: 0, to: length } : { kind: 'token', position: length - 1 };
}

function firstStepQuery(promptLength: number, kind: StepQueryKind): StepQuery {
  return kind === 'search'
    ? { kind: 'token', position: promptLength - 1 }
    : { kind: 'mean', from: 0, to: promptLength };
}

/** One retrieval (SR-KI): the answer of stage 1 as a single step, whose gold rules are all that the question needs. */
export function onceExample(question: Question, representation: Representation, format: ExampleFormat): DynaRuleExample {
  const prompt = promptIds(question.question[representation], format);
  const ids = [...prompt, ...answerIds(question, representation, format)];
  // Tokens before a `<search>` after the question see no rules, as while decoding.
  const first = format.stepQuery === 'search' ? prompt.length - 1 : 0;
  const query: StepQuery =
    format.stepQuery === 'sequence' ? { kind: 'mean', from: 0, to: ids.length } : firstStepQuery(prompt.length, format.stepQuery);
  return {
    question,
    ids,
    weights: ids.map((_, at) => (at < prompt.length ? 0 : 1)),
    queries: [query],
    stepOf: ids.map((_, at) => (at < first ? -1 : 0)),
    gold: [[...goldRules(question)]],
  };
}

/** An example of stage 1: no `<search>`; every token sees the one pool of rules. */
export function plainExample(question: Question, representation: Representation, format: ExampleFormat): DynaRuleExample {
  const prompt = format.tokenizer.encode(promptText(question.question[representation]));
  const ids = [...prompt, ...answerIds(question, representation, format)];
  return {
    question,
    ids,
    weights: ids.map((_, index) => (index < prompt.length ? 0 : 1)),
    queries: [],
    stepOf: ids.map(() => 0),
    gold: question.steps.map((step) => step.gold),
  };
}

/** The answer without `<search>`, with its end mark. */
function answerIds(question: Question, representation: Representation, { tokenizer, eosId }: ExampleFormat): number[] {
  return [...tokenizer.encode(completionText(question, representation)), eosId];
}
