/** An evaluation file of any known form; the form is told from what is in it. */
import { UserError } from '../../errors.ts';
import { isAuthors, readAuthors } from './authors-file.ts';
import { readChoiceRecords } from './choice-records.ts';
import { readDocument } from './document.ts';
import type { EvaluationSet } from './evaluation-set.ts';
import { isNumeric, readNumeric } from './numeric-file.ts';

/**
 * Reads the questions of a file.
 *
 * @param model whose log-probs are taken from a file that has those of several
 * @throws UserError for a file of another form, and for a question that is not whole, with its place and key
 */
export function readEvaluationSet(file: string, model?: string): EvaluationSet {
  const document = readDocument(file);
  if (document.kind === 'lines') return readChoiceRecords(document.records, file, model);
  const { value } = document;
  if (Array.isArray(value)) return readChoiceRecords(value.map((item: unknown, i) => ({ value: item, place: `[${i}]` })), file, model);
  if (typeof value === 'object' && value !== null) {
    if (isNumeric(value)) return readNumeric(value, file);
    if (isAuthors(value)) return readAuthors(value, file);
    // A file with a single line is one value.
    if ('choices' in value) return readChoiceRecords([{ value, place: 'line 1' }], file, model);
  }
  throw UserError.of({
    expected: 'an evaluation: {labels, n_rules, q: […]}, {questions: […]}, or one question a line',
    got: typeof value === 'object' && value !== null ? `an object with ${Object.keys(value).slice(0, 5).join(', ') || 'nothing in it'}` : JSON.stringify(value),
    where: { file },
    fix: 'give an evaluation file as docs/nesys.md describes them',
  });
}
