/**
 * What stages 1 and 2 train on: a repository of rules that gives questions and
 * embeddings. The evaluated repository comes from files, others are drawn afresh.
 */
import type { Encoder } from '../../encoder/encoder.ts';
import { UserError } from '../../errors.ts';
import type { QuestionTable } from '../../ruleworld/dataset/questions.ts';
import type { RuleRepository } from '../../ruleworld/dataset/rules.ts';
import { drawQuestion, type QuestionOptions } from '../../ruleworld/question.ts';
import type { Random } from '../../random.ts';
import { ruleText } from '../../ruleworld/rule-text.ts';
import type { Question, Representation, Rule, Subtask } from '../../ruleworld/types.ts';

export interface TrainingRepository {
  /** Number of rules; ids run from 0. */
  readonly size: number;
  /** A question of the sub-task; null where the draw is invalid and another is due. */
  drawQuestion(subtask: Subtask, random: Random): Question | null;
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
    drawQuestion: (subtask, random) => drawQuestion({ rules }, subtask, random, options),
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
  const rowsBySubtask = new Map<Subtask, readonly number[]>();
  return {
    size: rules.length,
    drawQuestion: (subtask, random) => {
      const rows = rowsBySubtask.get(subtask) ?? questionsOf(questions, subtask);
      rowsBySubtask.set(subtask, rows);
      return questions.question(random.pick(rows));
    },
    embeddings,
  };
}

function questionsOf(questions: QuestionTable, subtask: Subtask): readonly number[] {
  const rows = questions.rowsOf(subtask);
  if (rows.length > 0) return rows;
  throw UserError.of({
    expected: `questions of sub-task ${subtask}`,
    got: 'none',
    where: { file: questions.folder },
    fix: 'generate some, or give the family weight 0 in stage1.mix and stage2.mix',
  });
}
