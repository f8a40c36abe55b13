/**
 * Which questions a seed asks, and the pool of rules each is asked against. Both
 * depend on the seed and the question alone, so every method meets the same ones.
 */
import { UserError } from '../errors.ts';
import { goldRules } from '../ruleworld/gold-rules.ts';
import { randomStream, type Random } from '../random.ts';
import type { Question, QuestionSubtask } from '../ruleworld/types.ts';

/** Test questions by row; the split of a dataset is one. */
export interface QuestionSource {
  /** Sub-tasks that there are questions of, each asked alike. */
  readonly subtasks: readonly QuestionSubtask[];
  rowsOf(subtask: QuestionSubtask): readonly number[];
  question(row: number): Question;
}

/**
 * Takes `perSubtask` questions of each sub-task that the source has. Neighbouring seeds share no
 * question as long as the source has enough for all of them; pools differ anyway.
 *
 * @throws UserError where a sub-task has fewer questions than that
 */
export function chooseQuestions(source: QuestionSource, perSubtask: number, seed: number): Question[] {
  return source.subtasks.flatMap((subtask) => {
    const rows = source.rowsOf(subtask);
    if (rows.length < perSubtask) throw tooFewQuestions(subtask, rows.length, perSubtask);
    const shuffled = randomStream(`evaluation/questions/${subtask}`).shuffle(rows);
    const slot = seed % Math.floor(rows.length / perSubtask);
    return shuffled.slice(slot * perSubtask, (slot + 1) * perSubtask).map((row) => source.question(row));
  });
}

/**
 * The pool of a question: its gold rules and a seeded sample of the others up to
 * `ruleCount`, shuffled. For one seed a smaller pool is a subset of a larger one,
 * and the questions of a seed share the sample: what a method computes for a rule
 * serves them all.
 *
 * @param repositorySize rule ids are 0 … repositorySize − 1
 * @throws UserError where the repository is smaller than the pool, or the gold rules outnumber it
 */
export function evaluationPool(question: Question, ruleCount: number, repositorySize: number, seed: number): number[] {
  const gold = goldRules(question);
  checkSizes(question, gold.size, ruleCount, repositorySize);
  const random = randomStream(`evaluation/pool/${seed}`);
  // As many spare draws as there are gold rules, since these may come up too.
  const wanted = Math.min(ruleCount + gold.size, repositorySize);
  const others = drawDistinct(repositorySize, wanted, random).filter((id) => !gold.has(id));
  const pool = [...gold, ...others.slice(0, ruleCount - gold.size)];
  return randomStream(`evaluation/order/${seed}/${question.id}/${ruleCount}`).shuffle(pool);
}

/** `count` distinct integers of [0, size), in random order: the first of a Fisher–Yates shuffle, kept sparse. */
export function drawDistinct(size: number, count: number, random: Random): number[] {
  const moved = new Map<number, number>();
  return Array.from({ length: count }, (_, index) => {
    const chosen = random.integer(index, size - 1);
    const value = moved.get(chosen) ?? chosen;
    moved.set(chosen, moved.get(index) ?? index);
    return value;
  });
}

function checkSizes(question: Question, gold: number, ruleCount: number, repositorySize: number): void {
  const where = { key: 'evaluation.ruleCounts' };
  if (repositorySize < ruleCount) {
    throw UserError.of({
      expected: `a repository of at least ${ruleCount} rules`,
      got: `${repositorySize} rules`,
      where,
      fix: 'lower the rule count, or generate a larger dataset',
    });
  }
  if (gold <= ruleCount) return;
  throw UserError.of({
    expected: `a rule count of at least ${gold}, the gold rules of question ${question.id}`,
    got: String(ruleCount),
    where,
    fix: 'raise the rule count',
  });
}

function tooFewQuestions(subtask: QuestionSubtask, found: number, wanted: number): UserError {
  return UserError.of({
    expected: `at least ${wanted} test questions of ${subtask}`,
    got: String(found),
    where: { key: 'evaluation.perSubtask' },
    fix: 'lower evaluation.perSubtask, or generate more test questions',
  });
}
