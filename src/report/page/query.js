/** Which questions are listed, and in which order. */

/** @typedef {import('./data.js').Answered} Answered */

/** Keys that have a filter of their own; a question must have the value that is chosen. */
export const FILTERS = /** @type {const} */ (['method', 'form', 'ruleCount', 'repository', 'type', 'seed', 'outcome', 'fault']);

/**
 * @typedef {object} Query
 * @property {string} words all of which must stand in question, right answer, what the model wrote, or a rule that was needed or retrieved
 * @property {Readonly<Record<string, string>>} chosen by filter; empty for any
 * @property {string} sort key of a column
 * @property {1 | -1} direction
 */

/**
 * A value as filters show it.
 * @param {Answered} record
 * @param {string} key
 * @returns {string}
 */
export function filterValue(record, key) {
  if (key === 'fault') return record.fault === null ? '' : record.fault.kind;
  return String(record[/** @type {keyof Answered} */ (key)] ?? '');
}

/**
 * @param {readonly Answered[]} records
 * @param {Query} query
 * @returns {number[]} positions of the records that are listed, in order
 */
export function listed(records, query) {
  const words = query.words.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const chosen = Object.entries(query.chosen).filter(([, value]) => value !== '');
  const found = records.flatMap((record, at) => (matches(record, words, chosen) ? [at] : []));
  const value = (/** @type {number} */ at) => sortValue(/** @type {Answered} */ (records[at]), query.sort);
  return found.sort((a, b) => compare(value(a), value(b)) * query.direction || a - b);
}

/**
 * @param {Answered} record
 * @param {readonly string[]} words
 * @param {readonly (readonly [string, string])[]} chosen
 */
function matches(record, words, chosen) {
  if (!chosen.every(([key, value]) => filterValue(record, key) === value)) return false;
  if (words.length === 0) return true;
  const rules = [record.goldSteps, record.retrieved].flatMap((steps) => steps.flatMap((step) => step.map(([rule]) => rule)));
  const texts = [record.question, record.text, record.gold, record.questionId, ...rules].map(lower);
  return words.every((word) => texts.some((text) => text.includes(word)));
}

/** Answers share their rules: each text is put into small letters once. @type {Map<string, string>} */
const lowered = new Map();

/** @param {string} text */
function lower(text) {
  const known = lowered.get(text);
  if (known !== undefined) return known;
  const own = text.toLowerCase();
  lowered.set(text, own);
  return own;
}

/**
 * @param {Answered} record
 * @param {string} key
 * @returns {string | number}
 */
function sortValue(record, key) {
  if (key === 'recall') return record.recalls[0] ?? -1;
  if (key === 'fault') return record.fault?.kind ?? '';
  return /** @type {string | number} */ (record[/** @type {keyof Answered} */ (key)] ?? '');
}

/**
 * @param {string | number} a
 * @param {string | number} b
 */
function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
