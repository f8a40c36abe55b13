/** Answers one question from a file of rules, and says which rules stood behind each step. */
import { announceBackend } from '../src/backend/init.ts';
import { UserError } from '../src/errors.ts';
import { startDecoding } from '../src/lm/decode-threads.ts';
import { answerQuestion } from '../src/rulebook/answer.ts';
import { loadAnswerer } from '../src/rulebook/load-answerer.ts';
import { readRuleSnapshot } from '../src/rulebook/store.ts';
import { answerJson, writeAnswer } from '../src/rulebook/terminal.ts';

export interface AskOptions {
  readonly question: string;
  /** File of rules; edits that `serve` has logged beside it count. */
  readonly rules: string;
  /** The frozen model. */
  readonly model: string;
  /** Checkpoint folder of stage 2. */
  readonly adapters: string;
  /** Says so where no rule applies, if the adapters come with a threshold for it; so by default. */
  readonly refusal?: boolean | undefined;
  /** Prints one JSON object at the end instead of text on the way. */
  readonly json?: boolean | undefined;
  readonly backend?: string | undefined;
  readonly write?: (text: string) => void;
}

/** @throws UserError for rules, models or a question that cannot be used */
export async function run(options: AskOptions): Promise<void> {
  requireQuestion(options.question);
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  announceBackend(await startDecoding(options.model, options.backend));
  const answerer = await loadAnswerer(options.model, options.adapters, options.refusal);
  try {
    const snapshot = await readRuleSnapshot(options.rules, answerer.encoder);
    const events = answerQuestion(answerer, snapshot, options.question);
    const answer = writeAnswer(events, options.json === true ? () => undefined : write);
    if (options.json === true) write(`${JSON.stringify(answerJson(answer), null, 2)}\n`);
  } finally {
    answerer.dispose();
  }
}

function requireQuestion(question: string): void {
  if (question.trim() !== '') return;
  throw UserError.of({ expected: 'a question', got: 'an empty text', fix: 'write it in quotes, such as "If A enters bridge, what will it become?"' });
}
