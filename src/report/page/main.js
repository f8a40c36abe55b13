/** The question browser of the report: filters, sorting, pages, the view of one question, and the keys for all of it. */
import { decodeRecords } from './data.js';
import { questionView } from './detail.js';
import { byId, element } from './elements.js';
import { COLUMNS, pageCount, pageRows } from './list.js';
import { FILTERS, filterValue, listed } from './query.js';

/** @typedef {import('./data.js').Answered} Answered */

/** @type {readonly Answered[]} */
let records = [];
/** @type {number[]} */
let positions = [];
let page = 0;
let sort = 'question';
/** @type {1 | -1} */
let direction = 1;

const rows = byId('rows');
const words = /** @type {HTMLInputElement} */ (byId('words'));
const dialog = /** @type {HTMLDialogElement} */ (byId('view'));

const FILTER_TITLES = /** @type {Record<string, string>} */ ({ ruleCount: 'rules', fault: 'what went wrong' });

/** @param {string} key */
function select(key) {
  return /** @type {HTMLSelectElement} */ (byId(`filter-${key}`));
}

/** A list of the values that there are, most sensible order first. */
function makeFilters() {
  for (const key of FILTERS) {
    const values = [...new Set(records.map((record) => filterValue(record, key)))].filter((value) => value !== '');
    values.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const options = values.map((value) => element('option', { value }, key === 'ruleCount' ? Number(value).toLocaleString('en-US') : value));
    const list = element('select', { id: `filter-${key}` }, element('option', { value: '' }, 'any'), ...options);
    list.addEventListener('change', search);
    byId('filters').append(element('label', {}, FILTER_TITLES[key] ?? key, list));
  }
}

function makeHeads() {
  for (const [key, title] of COLUMNS) {
    const button = element('button', { type: 'button', 'data-sort': key }, title);
    button.addEventListener('click', () => sortBy(key));
    byId('heads').append(element('th', { scope: 'col' }, button));
  }
}

/** @param {string} key */
function sortBy(key) {
  direction = sort === key && direction === 1 ? -1 : 1;
  sort = key;
  search();
}

function search() {
  const chosen = Object.fromEntries(FILTERS.map((key) => [key, select(key).value]));
  positions = listed(records, { words: words.value, chosen, sort, direction });
  page = 0;
  show();
}

function show() {
  const pages = pageCount(positions.length);
  page = Math.min(Math.max(page, 0), pages - 1);
  rows.replaceChildren(...pageRows(records, positions, page));
  byId('count').textContent = `${positions.length.toLocaleString('en-US')} of ${records.length.toLocaleString('en-US')} answers, page ${page + 1} of ${pages}`;
  /** @type {HTMLButtonElement} */ (byId('previous')).disabled = page === 0;
  /** @type {HTMLButtonElement} */ (byId('next')).disabled = page === pages - 1;
  for (const button of byId('heads').querySelectorAll('button')) {
    const order = button.dataset['sort'] !== sort ? 'none' : direction === 1 ? 'ascending' : 'descending';
    button.parentElement?.setAttribute('aria-sort', order);
  }
}

/** @param {number} by */
function turn(by) {
  page += by;
  show();
}

/** @param {number} at */
function open(at) {
  const record = records[at];
  if (record === undefined) return;
  byId('view-body').replaceChildren(questionView(record));
  dialog.dataset['record'] = String(at);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  history.replaceState(null, '', `#answer-${at}`);
}

/** To the next or the last question of the list. @param {number} by */
function step(by) {
  const next = positions[positions.indexOf(Number(dialog.dataset['record'])) + by];
  if (next !== undefined) open(next);
}

function closed() {
  const at = dialog.dataset['record'];
  history.replaceState(null, '', '#questions');
  /** @type {HTMLElement | null} */ (rows.querySelector(`[data-record="${at}"]`))?.focus();
}

/** @param {EventTarget | null} target */
function rowOf(target) {
  return target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('tr[data-record]')) : null;
}

/** @param {KeyboardEvent} event */
function rowKey(event) {
  const row = rowOf(event.target);
  if (row === null) return;
  const moves = /** @type {Record<string, Element | null>} */ ({ ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling });
  if (event.key === 'Enter') open(Number(row.dataset['record']));
  else if (event.key in moves) /** @type {HTMLElement | null} */ (moves[event.key])?.focus();
  else return;
  event.preventDefault();
}

/** @param {KeyboardEvent} event */
function pageKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (dialog.open) {
    if (event.key === 'ArrowRight') step(1);
    if (event.key === 'ArrowLeft') step(-1);
    return;
  }
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  words.focus();
}

function listen() {
  words.addEventListener('input', search);
  byId('previous').addEventListener('click', () => turn(-1));
  byId('next').addEventListener('click', () => turn(1));
  byId('view-previous').addEventListener('click', () => step(-1));
  byId('view-next').addEventListener('click', () => step(1));
  byId('view-close').addEventListener('click', () => dialog.close());
  dialog.addEventListener('close', closed);
  rows.addEventListener('click', (event) => {
    const row = rowOf(event.target);
    if (row !== null) open(Number(row.dataset['record']));
  });
  rows.addEventListener('keydown', rowKey);
  document.addEventListener('keydown', pageKey);
}

/** The question that the address names, for a link to it. */
function openLinked() {
  const linked = /^#answer-(\d+)$/.exec(location.hash);
  if (linked !== null) open(Number(linked[1]));
}

async function start() {
  records = await decodeRecords(byId('records').textContent ?? '');
  makeFilters();
  makeHeads();
  listen();
  search();
  byId('browser').hidden = false;
  byId('loading').remove();
  openLinked();
}

start().catch((error) => {
  byId('loading').textContent = `The questions cannot be shown: ${error instanceof Error ? error.message : String(error)}`;
});
