/**
 * States, actions and choices as text, which rules and language models need, from any form that has them: the authors'
 * log, the published Plancraft records, and the project's own questions. Log-probs and scores come from `readEvaluationSet`.
 */
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { environmentOf } from '../environments/columns.ts';
import { ENVIRONMENTS, type ChoiceQuestion } from '../question.ts';
import { isAuthors, readAuthorsTexts } from './authors-file.ts';
import { readDocument, type JsonDocument, type Placed } from './document.ts';
import { faultAt, type QuestionPlace } from './evaluation-set.ts';
import { index, parseRecord } from './parse-record.ts';

const TextRecord = z.object({
  id: z.string().optional(),
  environment: z.enum(ENVIRONMENTS).optional(),
  label: z.string(),
  state: z.string(),
  action: z.string(),
  choices: z.array(z.string()).min(1),
  correct: index,
});

/** @throws UserError for a file of numbers alone, a missing field, a right choice that is none of the choices, or an id that stands twice */
export function readQuestionTexts(file: string): ChoiceQuestion[] {
  const document = readDocument(file);
  const { value } = document.kind === 'json' ? document : { value: null };
  if (typeof value === 'object' && value !== null && isAuthors(value)) return readAuthorsTexts(value, file);
  const records = recordsOf(document);
  if (records !== null && records.length > 0) return readRecords(records, file);
  throw UserError.of({
    expected: 'questions with their texts: state, action and choices',
    got: typeof value === 'object' && value !== null && 'q' in value ? 'a file of numbers alone' : 'none',
    where: { file },
    fix: "give the authors' log, or one question a line as docs/nesys.md describes them",
  });
}

function recordsOf(document: JsonDocument): readonly Placed[] | null {
  if (document.kind === 'lines') return document.records;
  const { value } = document;
  if (Array.isArray(value)) return value.map((item: unknown, i) => ({ value: item, place: `[${i}]` }));
  return typeof value === 'object' && value !== null && 'choices' in value ? [{ value, place: 'line 1' }] : null;
}

function readRecords(records: readonly Placed[], file: string): ChoiceQuestion[] {
  const entries = records.map(({ value, place }) => ({ at: { file, place }, record: parseRecord(TextRecord, value, { file, place }) }));
  const guessed = environmentOf([...new Set(entries.map(({ record }) => record.label))]);
  refuseTwins(entries.map(({ record, at }) => ({ id: record.id ?? at.place, at })));
  return entries.map(({ record: { id, environment, ...texts }, at }) => {
    const world = environment ?? guessed;
    if (world === null) throw faultAt(at, 'environment', `one of ${ENVIRONMENTS.join(', ')}`, 'nothing, and labels that tell none');
    const count = texts.choices.length;
    if (texts.correct < 0 || texts.correct >= count) throw faultAt(at, 'correct', `the index of one of ${count} choices, from 0`, `${texts.correct}`);
    return { id: id ?? at.place, environment: world, ...texts };
  });
}

/** Log-probs and errors are kept by id: of two questions with one, the second would take what is the first's. */
function refuseTwins(questions: readonly { readonly id: string; readonly at: QuestionPlace }[]): void {
  const places = new Map<string, string>();
  for (const { id, at } of questions) {
    const first = places.get(id);
    if (first !== undefined) throw faultAt(at, 'id', 'an id of its own', `"${id}", which is that of ${first} too`);
    places.set(id, at.place);
  }
}
