/**
 * The two tables of a data set, documented in docs/dataset.md: the columns that
 * every data set has, and those that RuleWorld adds. A row is the object itself;
 * structure that only programs read is JSON text.
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
import type { Question, Rule, Step, Texts, WorldQuestion } from '../types.ts';

/** The text of a rule, with its position in the repository. */
export interface RuleTextRow {
  readonly id: number;
  readonly texts: Texts;
}

/** A rule of RuleWorld with its text. */
export interface RuleRow {
  readonly rule: Rule;
  readonly texts: Texts;
}

/** Raised when a column is added, removed or changes its meaning. */
export const SCHEMA_VERSION = 1;

const TEXT_COLUMNS: readonly Column<Pick<RuleTextRow, 'texts'>>[] = [
  textColumn('fol', (row) => row.texts.FOL),
  textColumn('nl', (row) => row.texts.NL),
];

/** Of any rules. */
export const RULE_TEXT_COLUMNS: readonly Column<RuleTextRow>[] = [integerColumn('id', (row) => row.id), ...TEXT_COLUMNS];

/** Of RuleWorld's rules. */
export const RULE_COLUMNS: readonly Column<RuleRow>[] = [
  integerColumn('id', (row) => row.rule.id),
  textColumn('relation', (row) => row.rule.relation),
  ...TEXT_COLUMNS,
  jsonColumn('structure', (row) => row.rule),
];

const STEP_COLUMNS: readonly Column<Step>[] = [
  textColumn('explanation_fol', (step) => step.explanation.FOL),
  textColumn('explanation_nl', (step) => step.explanation.NL),
  integerListColumn('gold', (step) => step.gold),
];

/** Of any questions. */
export const QUESTION_COLUMNS: readonly Column<Question>[] = [
  textColumn('id', (question) => question.id),
  textColumn('subtask', (question) => question.subtask),
  textColumn('question_fol', (question) => question.question.FOL),
  textColumn('question_nl', (question) => question.question.NL),
  structListColumn('steps', STEP_COLUMNS, (question) => question.steps),
  textColumn('answer', (question) => question.answer),
];

/** Of RuleWorld's questions. */
export const WORLD_QUESTION_COLUMNS: readonly Column<WorldQuestion>[] = [
  ...QUESTION_COLUMNS,
  jsonColumn('problem', (question) => question.problem),
  textColumn('skeleton', (question) => question.provenance.skeleton),
  textListColumn('templates', (question) => question.provenance.templates),
  textColumn('seed', (question) => question.provenance.seed),
];
