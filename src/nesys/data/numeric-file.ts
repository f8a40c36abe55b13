/**
 * The numeric form of an evaluation: `{env, model, labels, n_rules, q}`, where a question of
 * `q` is `[label's index, right choice's index, [log-prob of each choice], {rule's index: [score of each choice]}]`.
 * Files that `nesys score` wrote name their rules beside it: `rules: [{id, about}]`.
 */
import { z } from 'zod';
import { ENVIRONMENTS, type ScoredQuestion } from '../question.ts';
import { checkQuestion, faultAt, type EvaluationSet, type Names, type QuestionPlace } from './evaluation-set.ts';
import { finite, index, parseRecord } from './parse-record.ts';

const Header = z.object({
  env: z.enum(ENVIRONMENTS).optional(),
  model: z.string().optional(),
  n_rules: z.int().min(0),
  rules: z.array(z.object({ id: z.string() })).optional(),
  labels: z.array(z.string()).min(1),
  q: z.array(z.unknown()).min(1),
});
type Header = z.infer<typeof Header>;

const Question = z.tuple([index, index, z.array(finite), z.record(z.string(), z.array(finite))]);

const NAMES: Names = { correct: '[1]', logProbs: '[2]', scores: (rule) => `[3].${rule}` };

/** Whether a JSON value claims to be of this form. */
export function isNumeric(value: object): boolean {
  return 'q' in value;
}

/** @throws UserError for a missing field, and for numbers that do not fit together */
export function readNumeric(value: unknown, file: string): EvaluationSet {
  const header = parseRecord(Header, value, { file, place: '' });
  const ruleIds = ruleIdsOf(header, file);
  const questions = header.q.map((item, i) => readQuestion(item, header, { file, place: `q[${i}]` }));
  return { file, environment: header.env ?? null, model: header.model ?? null, ruleCount: header.n_rules, ruleIds, questions, choices: null };
}

function ruleIdsOf({ rules, n_rules: count }: Header, file: string): readonly string[] | null {
  if (rules === undefined) return null;
  if (rules.length !== count) throw faultAt({ file, place: '' }, 'rules', `the names of ${count} rules (n_rules)`, String(rules.length));
  return rules.map(({ id }) => id);
}

function readQuestion(item: unknown, header: Header, at: QuestionPlace): ScoredQuestion {
  if (!Array.isArray(item) || item.length !== 4) throw faultAt(at, '', '[label, right choice, [log-probs], {rule: [scores]}]', JSON.stringify(item).slice(0, 80));
  const [labelIndex, correct, logProbs, sparse] = parseRecord(Question, item, at);
  const label = header.labels[labelIndex];
  if (label === undefined) throw faultAt(at, '[0]', `the index of one of ${header.labels.length} labels, from 0`, String(labelIndex));
  const stranger = Object.keys(sparse).find((rule) => !/^\d+$/.test(rule) || Number(rule) >= header.n_rules);
  if (stranger !== undefined) throw faultAt(at, '[3]', `indices of ${header.n_rules} rules (n_rules), from 0`, JSON.stringify(stranger));
  const scores = Array.from({ length: header.n_rules }, (_, rule) => sparse[rule] ?? null);
  const question = { id: at.place, label, correct, logProbs, scores };
  checkQuestion(question, logProbs.length, at, NAMES);
  return question;
}
