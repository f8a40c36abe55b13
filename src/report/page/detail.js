/** One answered question in full: what was asked, step by step what was needed, found and written, and what went wrong. */
import { element, fraction } from './elements.js';

/** @typedef {import('./data.js').Answered} Answered */
/** @typedef {import('./data.js').Scored} Scored */

const OUTCOMES = /** @type {Record<string, string>} */ ({
  correct: 'right',
  'retrieved-but-wrong': 'wrong, with every gold rule at hand',
  'not-retrieved': 'wrong, a gold rule was not at hand',
});

const FAULTS = /** @type {Record<string, string>} */ ({
  omission: 'A rule is left out',
  'wrong use': 'A rule is used wrongly',
  operator: 'The operator is the other one',
  other: 'The steps are right, the answer is not',
});

/**
 * @param {Answered} record
 * @returns {HTMLElement}
 */
export function questionView(record) {
  const { method, form, ruleCount, repository, seed, type, questionId, outcome, exactMatch, recalls } = record;
  const where = `${method} · ${form} · ${ruleCount.toLocaleString('en-US')} rules · ${repository} · seed ${seed} · ${type}`;
  return element(
    'div',
    { class: 'question' },
    element('p', { class: 'where' }, `${where} · ${questionId}`),
    element('blockquote', {}, record.question),
    answers(record),
    element('p', {}, `${OUTCOMES[outcome] ?? outcome}; exact match ${fraction(exactMatch)}, recall@1 ${fraction(recalls[0])}, @10 ${fraction(recalls[1])}, @100 ${fraction(recalls[2])}`),
    ...faultParts(record),
    element('h4', {}, 'Step by step'),
    element('ol', { class: 'steps' }, ...steps(record)),
  );
}

/** @param {Answered} record */
function answers({ answer, gold, exactMatch }) {
  const side = (/** @type {string} */ name, /** @type {string} */ text, /** @type {string} */ kind) =>
    element('div', { class: kind }, element('span', {}, name), element('b', {}, text));
  return element('div', { class: 'answers' }, side('answer', answer ?? '(no box)', exactMatch === 1 ? 'good' : 'bad'), side('gold', gold, 'good'));
}

/** @param {Answered} record */
function faultParts({ fault }) {
  if (fault === null) return [];
  const { kind, step, reason } = fault;
  return [element('p', { class: 'fault' }, element('b', {}, `${FAULTS[kind] ?? kind}, step ${step}. `), reason)];
}

/** As many as the longest of: steps that are written, gold steps, retrievals. @param {Answered} record */
function steps({ text, goldSteps, retrieved, fault }) {
  // A model that does not retrieve step by step writes no <search>.
  const written = text.trim().split(text.includes('<search>') ? '<search>' : /(?=\[Step\])/).map((part) => part.trim());
  const count = Math.max(written.length, goldSteps.length, retrieved.length);
  const rankText = (/** @type {number | null} */ rank) => (retrieved.length === 0 ? '' : rank === null ? 'not retrieved' : `rank ${rank}`);
  // A method that retrieves once looks for the rules of all steps.
  const sought = (/** @type {number} */ at) => (retrieved.length === 1 ? goldSteps.flat() : goldSteps[at] ?? []);
  return Array.from({ length: count }, (_, at) =>
    element(
      'li',
      fault?.step === at + 1 ? { class: 'faulty' } : {},
      element('code', {}, written[at] ?? '(nothing written)'),
      rules('gold rules', goldSteps[at] ?? [], rankText, () => true),
      rules('retrieved', retrieved[at] ?? [], (score) => (score === null ? '–' : score.toFixed(2)), (rule) => sought(at).some(([gold]) => gold === rule)),
    ),
  );
}

/**
 * @param {string} title
 * @param {readonly Scored[]} list
 * @param {(value: number | null) => string} told
 * @param {(rule: string) => boolean} isGold
 */
function rules(title, list, told, isGold) {
  if (list.length === 0) return '';
  const rows = list.map(([rule, value]) =>
    element('tr', isGold(rule) ? { class: 'gold' } : {}, element('td', {}, rule), element('td', {}, told(value))),
  );
  return element('table', { class: 'rules' }, element('caption', {}, title), element('tbody', {}, ...rows));
}
