/**
 * Multiple-choice questions with their texts, one JSON object a line or a list of them. The project's own
 * `{id, environment, label, state, action, choices, correct, logProbs, scores}`, and the published Plancraft
 * records, which hold the log-probs of several models: `lp: {<model>: [log-prob of each choice]}`.
 */
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { environmentOf } from '../environments/columns.ts';
import { ENVIRONMENTS, type ScoredQuestion } from '../question.ts';
import type { Placed } from './document.ts';
import { checkQuestion, faultAt, type EvaluationSet, type Names, type QuestionPlace } from './evaluation-set.ts';
import { finite, index, parseRecord } from './parse-record.ts';

const ChoiceRecord = z.object({
  id: z.string().optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  label: z.string(),
  choices: z.array(z.string()),
  correct: index,
  logProbs: z.array(finite).optional(),
  lp: z.record(z.string(), z.array(finite)).optional(),
  /** One list for each rule, null for a rule that says nothing of the question. */
  scores: z.array(z.array(finite).nullable()).default([]),
});
type ChoiceRecord = z.infer<typeof ChoiceRecord>;

interface Entry {
  readonly record: ChoiceRecord;
  readonly at: QuestionPlace;
}

/**
 * Log-probs, scores and right choices.
 *
 * @param model whose log-probs are taken where the file has those of several
 * @throws UserError for a missing field, numbers that do not fit together, and log-probs that are of none or several models
 */
export function readChoiceRecords(records: readonly Placed[], file: string, model?: string): EvaluationSet {
  const entries = records.map(({ value, place }) => {
    const at = { file, place };
    return { record: parseRecord(ChoiceRecord, value, at), at };
  });
  const [first] = entries;
  if (first === undefined) throw UserError.of({ expected: 'at least one question', got: 'none', where: { file }, fix: 'write one JSON object a line' });
  const chosen = modelOf(first, model);
  const ruleCount = first.record.scores.length;
  const questions = entries.map((entry) => scoredOf(entry, chosen, ruleCount));
  const environment = first.record.environment ?? environmentOf([...new Set(entries.map(({ record }) => record.label))]);
  return { file, environment, model: chosen, ruleCount, ruleIds: null, questions, choices: entries.map(({ record }) => record.choices) };
}

/** Null where the records have log-probs of their own. */
function modelOf({ record, at }: Entry, model: string | undefined): string | null {
  if (record.logProbs !== undefined) return null;
  const models = Object.keys(record.lp ?? {});
  const chosen = model ?? (models.length === 1 ? models[0] : undefined);
  if (chosen !== undefined && models.includes(chosen)) return chosen;
  if (models.length === 0) throw faultAt(at, 'logProbs', 'log-probs, one for each choice', 'nothing');
  throw UserError.of({
    expected: `one model's log-probs, of ${models.join(' or ')}`,
    got: model ?? 'no choice between them',
    where: { file: at.file, key: `${at.place}.lp` },
    fix: `choose with --model ${models[0] ?? ''}`,
  });
}

function scoredOf({ record, at }: Entry, model: string | null, ruleCount: number): ScoredQuestion {
  const { id, label, correct, scores, choices } = record;
  const logProbs = model === null ? record.logProbs : record.lp?.[model];
  const logProbsName = model === null ? 'logProbs' : `lp.${model}`;
  if (logProbs === undefined) throw faultAt(at, logProbsName, 'log-probs, one for each choice', 'nothing');
  if (scores.length !== ruleCount) throw faultAt(at, 'scores', `scores of ${ruleCount} rules, as in the first question`, `${scores.length}`);
  const question = { id: id ?? at.place, label, correct, logProbs, scores };
  const names: Names = { correct: 'correct', logProbs: logProbsName, scores: (rule) => `scores[${rule}]` };
  checkQuestion(question, choices.length, at, names);
  return question;
}
