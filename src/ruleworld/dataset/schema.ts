/**
 * The two tables of a RuleWorld data set, documented in docs/dataset.md. A row
 * is the object itself; structure that only programs read is JSON text.
 */
import {
  integerColumn,
  integerListColumn,
  jsonColumn,
  structListColumn,
  textColumn,
  textListColumn,
  type Column,
} from './columns.ts';
import type { Question, Rule, Step, Texts } from '../types.ts';

/** A rule with its text. */
export interface RuleRow {
  readonly rule: Rule;
  readonly texts: Texts;
}

/** Raised when a column is added, removed or changes its meaning. */
export const SCHEMA_VERSION = 1;

export const RULE_COLUMNS: readonly Column<RuleRow>[] = [
  integerColumn('id', (row) => row.rule.id),
  textColumn('relation', (row) => row.rule.relation),
  textColumn('fol', (row) => row.texts.FOL),
  textColumn('nl', (row) => row.texts.NL),
  jsonColumn('structure', (row) => row.rule),
];

const STEP_COLUMNS: readonly Column<Step>[] = [
  textColumn('explanation_fol', (step) => step.explanation.FOL),
  textColumn('explanation_nl', (step) => step.explanation.NL),
  integerListColumn('gold', (step) => step.gold),
];

export const QUESTION_COLUMNS: readonly Column<Question>[] = [
  textColumn('id', (question) => question.id),
  textColumn('subtask', (question) => question.subtask),
  textColumn('question_fol', (question) => question.question.FOL),
  textColumn('question_nl', (question) => question.question.NL),
  structListColumn('steps', STEP_COLUMNS, (question) => question.steps),
  textColumn('answer', (question) => question.answer),
  jsonColumn('problem', (question) => question.problem),
  textColumn('skeleton', (question) => question.provenance.skeleton),
  textListColumn('templates', (question) => question.provenance.templates),
  textColumn('seed', (question) => question.provenance.seed),
];
