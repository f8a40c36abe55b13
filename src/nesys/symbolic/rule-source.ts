/** Where the rules of a command come from: sets of the project by name, a Python file of the user, or scores made elsewhere. */
import { readFileSync } from 'node:fs';
import { UserError } from '../../errors.ts';
import { readEvaluationSet } from '../data/read-set.ts';
import type { ChoiceQuestion, Environment } from '../question.ts';
import { WORKSHOP_RULES } from '../workshop/rules.ts';
import { PLANCRAFT_RULES } from './plancraft/rules.ts';
import { precomputedScores } from './precomputed.ts';
import { openPythonRunner } from './python/runner.ts';
import { scoreQuestions, type ScoreOptions } from './rule.ts';
import type { SymbolicScores } from './source.ts';
import { WEBSHOP_RULES } from './webshop/rules.ts';

type OwnScorer = (questions: readonly ChoiceQuestion[], options: ScoreOptions) => SymbolicScores;

/** The project's own rules, by the environment that they are for. */
const OWN_RULES: Partial<Record<Environment, OwnScorer>> = {
  plancraft: (questions, options) => scoreQuestions(PLANCRAFT_RULES, questions, options),
  webshop: (questions, options) => scoreQuestions(WEBSHOP_RULES, questions, options),
  workshop: (questions, options) => scoreQuestions(WORKSHOP_RULES, questions, options),
};

export interface SourceOptions {
  /** Seconds that a Python rule may take for one question; 2 where nothing is said. */
  readonly limitSeconds?: number | undefined;
  /** Told how much of the work is done, and what was done last. */
  readonly progress: (done: number, total: number, what: string) => void;
}

/**
 * Scores questions by the rules of a source.
 *
 * @param rules the name of a set, or a path that ends in `.py`, or that of an evaluation file with scores (`.json`, `.jsonl`, `.gz`)
 * @throws UserError for another name, a file that cannot be read, a file without rules, rules of another environment, and scores of other questions
 */
export async function scoreBySource(rules: string, questions: readonly ChoiceQuestion[], options: SourceOptions): Promise<SymbolicScores> {
  if (rules.endsWith('.py')) return scoreByFile(rules, questions, options);
  if (/\.(json|jsonl|gz)$/.test(rules)) return precomputedScores(readEvaluationSet(rules), questions);
  const scorer = Object.hasOwn(OWN_RULES, rules) ? OWN_RULES[rules as Environment] : undefined;
  if (scorer === undefined) {
    throw UserError.of({
      expected: `${Object.keys(OWN_RULES).join(' or ')}, a Python file, or a file of scores`,
      got: rules,
      where: { key: '--rules' },
      fix: 'give the name of a set, or a path that ends in .py or .json',
    });
  }
  const stranger = questions.find(({ environment }) => environment !== rules);
  if (stranger !== undefined) {
    throw UserError.of({
      expected: `questions of ${rules}`,
      got: `${stranger.id}, which is of ${stranger.environment}`,
      where: { key: '--rules' },
      fix: "give the rules of the questions' own environment",
    });
  }
  return scorer(questions, { progress: (done) => options.progress(done, questions.length, 'questions') });
}

async function scoreByFile(file: string, questions: readonly ChoiceQuestion[], { limitSeconds, progress }: SourceOptions): Promise<SymbolicScores> {
  const source = readRules(file);
  const runner = openPythonRunner();
  try {
    const scores = await runner.score(source, questions, { limitSeconds, progress: (rule, done, total) => progress(done, total, rule) });
    if (scores.rules.length > 0) return scores;
  } finally {
    await runner.close();
  }
  throw UserError.of({
    expected: 'at least one function whose name begins with rule_',
    got: 'none',
    where: { file },
    fix: 'define rule_name(state, action, choice) and return a number; docs/nesys.md has an example',
  });
}

function readRules(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const got = cause instanceof Error ? cause.message : String(cause);
    throw UserError.of({ expected: 'a readable Python file', got, where: { file }, fix: 'check the path' }, { cause });
  }
}
