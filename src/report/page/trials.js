/** RuleTrek's trials: a list with filters, one page of rows at a time, and the view of one trial. */
import { byId, element } from './elements.js';

/** @typedef {import('../ruletrek/shown-trial.ts').ShownTrial} ShownTrial */

/** Rows that are in the document at a time. */
const TRIAL_ROWS = 25;
const TRIAL_FILTERS = /** @type {const} */ (['run', 'task', 'domain', 'status']);
const TRIAL_COLUMNS = ['instance', 'run', 'task', 'trial', 'rules', 'status', 'score', 'steps', 'files read', 'commands', 'first missed'];

/** @type {readonly ShownTrial[]} */
let trials = [];
/** @type {number[]} */
let listedTrials = [];
let trialPage = 0;

/** @param {string} encoded gzip of JSON in base64 */
async function decodeTrials(encoded) {
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return /** @type {ShownTrial[]} */ (JSON.parse(await new Response(plain).text()));
}

function makeTrialFilters() {
  for (const key of TRIAL_FILTERS) {
    const values = [...new Set(trials.map((trial) => trial[key]))].sort();
    const options = values.map((value) => element('option', { value }, value));
    const list = element('select', { id: `trials-filter-${key}` }, element('option', { value: '' }, 'any'), ...options);
    list.addEventListener('change', searchTrials);
    byId('trials-filters').append(element('label', {}, key, list));
  }
  const lost = /** @type {HTMLInputElement} */ (element('input', { id: 'trials-filter-lost', type: 'checkbox' }));
  lost.addEventListener('change', searchTrials);
  byId('trials-filters').append(element('label', {}, 'lost points', lost));
}

function searchTrials() {
  const chosen = TRIAL_FILTERS.map((key) => [key, /** @type {HTMLSelectElement} */ (byId(`trials-filter-${key}`)).value]);
  const lost = /** @type {HTMLInputElement} */ (byId('trials-filter-lost')).checked;
  const fits = (/** @type {ShownTrial} */ trial) => (!lost || trial.missed.length > 0) && chosen.every(([key, value]) => value === '' || /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (trial))[String(key)] === value);
  listedTrials = trials.flatMap((trial, at) => (fits(trial) ? [at] : []));
  trialPage = 0;
  showTrials();
}

function showTrials() {
  const pages = Math.max(1, Math.ceil(listedTrials.length / TRIAL_ROWS));
  trialPage = Math.min(Math.max(trialPage, 0), pages - 1);
  const shown = listedTrials.slice(trialPage * TRIAL_ROWS, (trialPage + 1) * TRIAL_ROWS);
  byId('trials-rows').replaceChildren(...shown.map(trialRow));
  byId('trials-count').textContent = `${listedTrials.length} of ${trials.length} trials, page ${trialPage + 1} of ${pages}`;
  /** @type {HTMLButtonElement} */ (byId('trials-previous')).disabled = trialPage === 0;
  /** @type {HTMLButtonElement} */ (byId('trials-next')).disabled = trialPage === pages - 1;
}

/** @param {number} at */
function trialRow(at) {
  const trial = /** @type {ShownTrial} */ (trials[at]);
  const { instance, run, task, rules, status, score, steps, read, commands, missed } = trial;
  const cells = [instance, run, task, trial.trial, rules, status, score === null ? '–' : score.toFixed(1), steps, read.length, commands.length, missed[0]?.[0] ?? ''];
  const row = element('tr', { tabindex: '0', 'data-trial': String(at) }, ...cells.map((text, column) => element('td', column < 3 ? { class: 'label' } : {}, String(text))));
  row.addEventListener('click', () => openTrial(at));
  row.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') openTrial(at);
  });
  return row;
}

/** @param {number} at */
function openTrial(at) {
  const trial = /** @type {ShownTrial} */ (trials[at]);
  const { instance, run, task, status, score, read, commands, events, answer, missed } = trial;
  const heading = element('h4', { tabindex: '-1' }, `${instance}, ${task}, trial ${trial.trial} of ${run}: ${status}, ${score === null ? 'not scored' : score.toFixed(1)}`);
  byId('trials-view').replaceChildren(
    heading,
    trialPart('What was missed', missed.length === 0 ? element('p', {}, 'Nothing.') : textList(missed.map(([cause, detail]) => `${cause}: ${detail}`))),
    trialPart(`Files read (${read.length})`, textList(read)),
    trialPart(`Commands (${commands.length})`, textList(commands)),
    trialPart('Answer', element('pre', {}, answer === '' ? 'no answer.json' : answer)),
    folded(`All ${events.length} events`, events.map(([seconds, kind, title, text]) => element('div', { class: kind }, element('b', {}, `${seconds.toFixed(1)} s ${title}`), element('pre', {}, text)))),
  );
  heading.focus();
}

/** @param {string} title @param {HTMLElement} body */
function trialPart(title, body) {
  return element('div', {}, element('h5', {}, title), body);
}

/** @param {readonly string[]} texts */
function textList(texts) {
  return element('ul', {}, ...texts.map((text) => element('li', {}, element('code', {}, text))));
}

/** @param {string} title @param {readonly HTMLElement[]} bodies */
function folded(title, bodies) {
  return element('details', {}, element('summary', {}, title), ...bodies);
}

/** @param {number} by */
function turnTrials(by) {
  trialPage += by;
  showTrials();
}

async function startTrials() {
  trials = await decodeTrials(byId('trials-data').textContent ?? '');
  byId('trials-heads').append(...TRIAL_COLUMNS.map((title) => element('th', { scope: 'col' }, title)));
  byId('trials-previous').addEventListener('click', () => turnTrials(-1));
  byId('trials-next').addEventListener('click', () => turnTrials(1));
  makeTrialFilters();
  searchTrials();
  byId('trials-browser').hidden = false;
}

startTrials().catch((error) => {
  byId('trials-browser').before(element('p', { role: 'alert' }, `The trials cannot be shown: ${String(error)}`));
});
