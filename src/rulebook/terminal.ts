/** An answer on a terminal: its text as it comes, then for each step the rules that stood behind it. */
import { STEP_MARK } from '../ruleworld/prompt.ts';
import type { Answer, AnswerEvent, AnswerStep } from './answer-event.ts';
import { ruleText } from './rule.ts';

/** Rules of a step that are shown; the rest are counted. */
const SHOWN = 3;

/** Writes the text while it is decoded and returns the answer. @param write takes text as it is, line ends included */
export function writeAnswer(events: Iterable<AnswerEvent>, write: (text: string) => void): Answer {
  let answer: Answer | null = null;
  for (const event of events) {
    if (event.kind === 'text') write(event.text);
    if (event.kind === 'answer') answer = event.answer;
  }
  if (answer === null) throw new Error('an answer that never ended');
  write(`\n${groundsText(answer)}`);
  return answer;
}

/** The grounds of an answer, one line a rule. */
export function groundsText({ answer, refused, steps, finish }: Answer): string {
  const none = refused ? 'answer: none, no rule applies' : 'answer: none';
  const head = answer === null ? none : `answer: ${answer}`;
  const cut = finish === 'length' ? [' (cut off before it was finished)'] : [];
  return `${[`${head}${cut.join('')}`, ...steps.flatMap(stepLines)].join('\n')}\n`;
}

function stepLines({ text, rules }: AnswerStep, index: number): string[] {
  const shown = rules.slice(0, SHOWN).map((rule) => `  ${rule.relevance.toFixed(2).padStart(6)}  rule ${rule.id}: ${ruleText(rule)}`);
  const more = rules.length > SHOWN ? [`          and ${rules.length - SHOWN} more, less relevant`] : [];
  const said = text.startsWith(STEP_MARK) ? text.slice(STEP_MARK.length).trim() : text;
  return ['', `step ${index + 1}: ${said}`, ...shown, ...more];
}

/** An answer as one JSON object: the text, its box, and each step with all its rules. */
export function answerJson({ text, answer, refused, steps, rulesVersion, finish }: Answer): object {
  return { answer, refused, text, finish, rules_version: rulesVersion, steps };
}
