/** Scores the choices of questions by rules, and writes them with the neural model's log-probs as `nesys eval` reads them. */
import { readEvaluationSet } from '../src/nesys/data/read-set.ts';
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { writeNumeric } from '../src/nesys/data/write-numeric.ts';
import { faultLines } from '../src/nesys/symbolic/fault-summary.ts';
import { startCountedProgress } from '../src/counted-progress.ts';
import { scoreBySource } from '../src/nesys/symbolic/rule-source.ts';
import type { SymbolicScores } from '../src/nesys/symbolic/source.ts';

export interface ScoreRunOptions {
  /** A set of the project, or a Python file. */
  readonly rules: string;
  /** Questions with their texts and log-probs. */
  readonly questions: string;
  /** Whose log-probs are taken from a file that has those of several. */
  readonly model?: string | undefined;
  /** File that is written. */
  readonly out: string;
  /** Seconds that a Python rule may take for one question. */
  readonly limitSeconds?: number | undefined;
  readonly stream?: NodeJS.WriteStream;
  readonly print?: (line: string) => void;
}

/** @throws UserError for questions or rules that cannot be read; a rule that fails is no error, but is printed */
export async function run(options: ScoreRunOptions): Promise<SymbolicScores> {
  const print = options.print ?? console.log;
  const set = readEvaluationSet(options.questions, options.model);
  const texts = readQuestionTexts(options.questions);
  const progress = startCountedProgress('scoring', options.stream);
  const symbolic = await scoreBySource(options.rules, texts, { limitSeconds: options.limitSeconds, progress: progress.update });
  progress.stop();
  const questions = set.questions.map((question, i) => ({ ...question, scores: symbolic.scores[i]! }));
  writeNumeric(options.out, { environment: set.environment, model: set.model, rules: symbolic.rules, questions });
  for (const line of faultLines(symbolic.faults)) print(line);
  print(`${options.out}: ${questions.length} questions, ${symbolic.rules.length} rules`);
  return symbolic;
}
