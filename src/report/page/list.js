/** The list of questions: one page of rows at a time, so that ten thousand are as quick as ten. */
import { element, fraction } from './elements.js';

/** @typedef {import('./data.js').Answered} Answered */

/** Rows that are in the document at a time. */
export const PAGE_ROWS = 50;

const SHORT_OUTCOMES = /** @type {Record<string, string>} */ ({ correct: 'right', 'retrieved-but-wrong': 'wrong', 'not-retrieved': 'not found' });

/** What a row shows; keys are those of `query.js`. */
export const COLUMNS = /** @type {const} */ ([
  ['question', 'question'],
  ['type', 'type'],
  ['form', 'form'],
  ['ruleCount', 'rules'],
  ['method', 'method'],
  ['exactMatch', 'score'],
  ['recall', '@1'],
  ['outcome', 'outcome'],
  ['fault', 'what went wrong'],
]);

/**
 * @param {Answered} record
 * @param {number} at its position among all records
 * @returns {HTMLElement}
 */
export function row(record, at) {
  const { question, type, form, ruleCount, method, exactMatch, recalls, outcome, fault } = record;
  const cells = [
    question,
    type,
    form,
    ruleCount.toLocaleString('en-US'),
    method,
    fraction(exactMatch),
    fraction(recalls[0]),
    SHORT_OUTCOMES[outcome] ?? outcome,
    fault === null ? '' : `${fault.kind}, step ${fault.step}`,
  ];
  const own = cells.map((text, column) => element('td', { 'data-label': COLUMNS[column]?.[1] ?? '' }, text));
  return element('tr', { tabindex: '0', 'data-record': String(at), class: `${outcome}` }, ...own);
}

/**
 * @param {readonly Answered[]} records
 * @param {readonly number[]} positions of those that are listed
 * @param {number} page from 0
 * @returns {HTMLElement[]}
 */
export function pageRows(records, positions, page) {
  const shown = positions.slice(page * PAGE_ROWS, (page + 1) * PAGE_ROWS);
  return shown.map((at) => row(/** @type {Answered} */ (records[at]), at));
}

/** @param {number} listedCount */
export function pageCount(listedCount) {
  return Math.max(1, Math.ceil(listedCount / PAGE_ROWS));
}
