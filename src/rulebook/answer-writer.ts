/** Puts an answer together from what is decoded so far: text of the model's own, or the rules that it has found, quoted. */
import type { DecodeResult } from '../dynarule/decode.ts';
import { findsNothing } from '../dynarule/refusal.ts';
import type { Retrieved } from '../dynarule/step-retrieval.ts';
import { lastBoxed } from '../evaluation/exact-match.ts';
import { boxed, STEP_MARK } from '../ruleworld/prompt.ts';
import type { Answer, AnswerEvent, UsedRule } from './answer-event.ts';
import type { Answerer } from './answerer.ts';
import type { OwnRule } from './rule.ts';
import { tokenText } from './token-text.ts';

/** What stands in the place of an answer where no rule applies. */
export const NO_RULE = 'No rule applies.';

/** Tokens of an answer that quotes: the model writes marks alone, a few a step, and need not come to an end by itself. */
export const QUOTING_TOKENS = 32;

export interface AnswerWriter {
  /** What is new since the pass before. */
  take(pass: DecodeResult): AnswerEvent[];
  /** Whether what the model writes from here on is of no interest. */
  ended(): boolean;
  /** What follows the last pass. */
  end(): AnswerEvent[];
  answer(): Pick<Answer, 'text' | 'answer' | 'refused' | 'steps'>;
}

type Parts = Pick<Answerer, 'dynarule' | 'format' | 'answers' | 'refusal'>;

/** @param rules by row of the embedding matrix */
export function answerWriter(answerer: Parts, rules: readonly OwnRule[]): AnswerWriter {
  const { dynarule, format, answers, refusal } = answerer;
  const page = stepPage();
  const quotes = answers === 'quoted' ? quoteWriter(rules) : null;
  const textOf = tokenText(format.tokenizer);
  let [tokens, refused] = [0, false];
  const ended = (): boolean => refused || quotes?.ended() === true;
  const opened = (ranked: readonly Retrieved[]): AnswerEvent[] => {
    const step = page.steps.length;
    refused = refusal !== null && findsNothing(refusal, ranked, step);
    const quote = refused ? ` ${NO_RULE}` : (quotes?.quote(ranked[0]?.row) ?? null);
    // A quoting step that has found nothing new is none.
    if (quotes?.ended() === true) return [];
    const open = page.open(used(ranked.slice(0, dynarule.attention.topK), rules));
    return quote === null ? [open] : [open, ...page.write(quote)];
  };
  return {
    take: ({ ids, retrievals }) => {
      const events: AnswerEvent[] = [];
      for (const ranked of retrievals.slice(page.steps.length)) if (!ended()) events.push(...opened(ranked));
      const fresh = ids.slice(tokens);
      tokens = ids.length;
      return refused || quotes !== null ? events : [...events, ...fresh.flatMap((id) => page.write(textOf(id)))];
    },
    ended,
    end: () => (refused || quotes === null ? [] : page.write(` ${boxed(quotes.answer())}`)),
    answer: () => ({
      text: page.text(),
      answer: refused ? null : (quotes?.answer() ?? lastBoxed(page.text())),
      refused,
      steps: page.steps.map((step) => ({ ...step, text: step.text.trim() })),
    }),
  };
}

/** The conclusions of the rules that steps have found first, as they are written; a rule that is found again says nothing new. */
function quoteWriter(rules: readonly OwnRule[]) {
  const quoted: number[] = [];
  let again = false;
  const conclusion = (row: number): string => (rules[row] as OwnRule).conclusion;
  return {
    /** What the step says; null where it has found nothing new, and all later ones with it. */
    quote: (row: number | undefined): string | null => {
      again ||= row === undefined || quoted.includes(row);
      if (row === undefined || again) return null;
      quoted.push(row);
      return ` ${STEP_MARK} ${conclusion(row)}`;
    },
    ended: () => again,
    answer: () => quoted.map(conclusion).join(', '),
  };
}

/** The text so far, and what of it belongs to which step. */
interface StepPage {
  readonly steps: readonly { readonly text: string; readonly rules: readonly UsedRule[] }[];
  open(rules: readonly UsedRule[]): AnswerEvent;
  /** Adds text to the step that is open. */
  write(text: string): AnswerEvent[];
  text(): string;
}

function stepPage(): StepPage {
  const steps: { text: string; rules: readonly UsedRule[] }[] = [];
  let whole = '';
  return {
    steps,
    open: (rules) => ({ kind: 'rules', step: steps.push({ text: '', rules }), rules }),
    write: (text) => {
      const shown = whole === '' ? text.trimStart() : text;
      if (shown === '') return [];
      whole += shown;
      const step = steps.at(-1);
      if (step !== undefined) step.text += shown;
      return [{ kind: 'text', text: shown }];
    },
    text: () => whole,
  };
}

function used(ranked: readonly Retrieved[], rules: readonly OwnRule[]): UsedRule[] {
  return ranked.map(({ row, score }) => ({ ...(rules[row] as OwnRule), relevance: score }));
}
