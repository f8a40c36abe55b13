/** Questions from the terminal, one a line, each answered from a file of rules with its grounds. */
import { createInterface } from 'node:readline';
import { announceBackend } from '../src/backend/init.ts';
import { UserError } from '../src/errors.ts';
import { startDecoding } from '../src/lm/decode-threads.ts';
import { answerQuestion } from '../src/rulebook/answer.ts';
import type { Answerer } from '../src/rulebook/answerer.ts';
import { loadAnswerer } from '../src/rulebook/load-answerer.ts';
import { readRuleSnapshot, type RuleSnapshot } from '../src/rulebook/store.ts';
import { writeAnswer } from '../src/rulebook/terminal.ts';

export interface ChatOptions {
  /** File of rules; edits that `serve` has logged beside it count. */
  readonly rules: string;
  /** The frozen model. */
  readonly model: string;
  /** Checkpoint folder of stage 2. */
  readonly adapters: string;
  /** Says so where no rule applies, if the adapters come with a threshold for it; so by default. */
  readonly refusal?: boolean | undefined;
  readonly backend?: string | undefined;
  readonly input?: NodeJS.ReadableStream;
  readonly write?: (text: string) => void;
}

/**
 * Answers until the input ends. Each question is answered by itself: the model has no memory of the ones before.
 * @throws UserError for rules or models that cannot be used
 */
export async function run(options: ChatOptions): Promise<void> {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  announceBackend(await startDecoding(options.model, options.backend));
  const answerer = await loadAnswerer(options.model, options.adapters, options.refusal);
  try {
    const snapshot = await readRuleSnapshot(options.rules, answerer.encoder);
    write(`${snapshot.rules.length} rules. One question a line; Ctrl-D ends.\n\n> `);
    for await (const line of createInterface({ input: options.input ?? process.stdin })) {
      if (line.trim() !== '') answerLine(answerer, snapshot, line.trim(), write);
      write('\n> ');
    }
    write('\n');
  } finally {
    answerer.dispose();
  }
}

/** A question that cannot be answered is no reason to leave. */
function answerLine(answerer: Answerer, snapshot: RuleSnapshot, question: string, write: (text: string) => void): void {
  try {
    writeAnswer(answerQuestion(answerer, snapshot, question), write);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    write(`${error.message}\n`);
  }
}
