/**
 * What stages 1 and 2 train on: a repository of rules that gives questions and
 * embeddings. The evaluated repository comes from files, others are drawn afresh.
 */
import type { Mix } from '../../config/sections.ts';
import type { Encoder } from '../../encoder/encoder.ts';
import type { QuestionTable } from '../../ruleworld/dataset/questions.ts';
import type { RuleRepository } from '../../ruleworld/dataset/rules.ts';
import { drawQuestion, type QuestionOptions } from '../../ruleworld/question.ts';
import type { Random } from '../../random.ts';
import { ruleText } from '../../ruleworld/rule-text.ts';
import { SUBTASKS, type Question, type QuestionSubtask, type Representation, type Rule } from '../../ruleworld/types.ts';
import { drawSubtask } from './subtask-mix.ts';

export interface TrainingRepository {
  /** Number of rules; ids run from 0. */
  readonly size: number;
  /** A question of a sub-task by the mix; null where the draw is invalid and another is due. Throws UserError where a family has none. */
  drawQuestion(mix: Mix, random: Random): Question | null;
  /** Embeddings of all rules, row-major [size, P]. */
  embeddings(representation: Representation): Promise<Float32Array>;
}

/** A repository in memory whose questions are drawn on the spot; embeddings are kept once made. */
export function drawnRepository(
  rules: readonly Rule[],
  encoder: Encoder,
  options: Partial<QuestionOptions>,
): TrainingRepository {
  const kept = new Map<Representation, Promise<Float32Array>>();
  return {
    size: rules.length,
    drawQuestion: (mix, random) => drawQuestion({ rules }, drawSubtask(mix, SUBTASKS, random), random, options),
    embeddings: (representation) => {
      const known = kept.get(representation) ?? encoder.encode(rules.map((rule) => ruleText(rule)[representation]));
      kept.set(representation, known);
      return known;
    },
  };
}

/**
 * A repository in files, with the questions of one split.
 *
 * @param embeddings of all its rules
 */
export function filedRepository(
  rules: RuleRepository,
  questions: QuestionTable,
  embeddings: (representation: Representation) => Promise<Float32Array>,
): TrainingRepository {
  const rowsBySubtask = new Map<QuestionSubtask, readonly number[]>();
  return {
    size: rules.length,
    drawQuestion: (mix, random) => {
      const subtask = drawSubtask(mix, questions.subtasks, random, questions.folder);
      const rows = rowsBySubtask.get(subtask) ?? questions.rowsOf(subtask);
      rowsBySubtask.set(subtask, rows);
      return questions.question(random.pick(rows));
    },
    embeddings,
  };
}
