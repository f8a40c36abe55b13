/** RuleTrek's page and section: figures of known trials, and every trial to browse, in a real browser where there is one. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { run as report } from '../../pipelines/ruletrek-report.ts';
import { UserError } from '../../src/errors.ts';
import type { TrajectoryEvent } from '../../src/ruletrek/agents/trajectory.ts';
import { trialFolder } from '../../src/ruletrek/run/trial.ts';
import { writeRunSummary } from '../../src/ruletrek/tables/run-summary.ts';
import type { ScoredTrial } from '../../src/ruletrek/tables/scored-run.ts';
import { readAllRuletrekRuns, readRuletrekRuns } from '../../src/report/ruletrek/results.ts';
import { ruletrekFigures, ruletrekMarkdown, ruletrekPage, ruletrekSections } from '../../src/report/ruletrek/section.ts';
import { shownTrial } from '../../src/report/ruletrek/trial-data.ts';
import { trialOf } from '../ruletrek/tables/trials.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const EVIL = '</script><img src=x onerror="window.hacked = true">';

const root = mkdtempSync(join(tmpdir(), 'ruletrek-page-'));
const folder = join(root, 'chat');
afterAll(() => rmSync(root, { recursive: true }));

const missed: ScoredTrial['score']['failures'] = [{ cause: 'rule-missed', detail: 'gains.netting' }, { cause: 'answer', detail: `wrong: ${EVIL}` }];
/** 30 instances of which every third loses points; those of more rules took more steps. */
const trials = Array.from({ length: 30 }, (_, i) => {
  const lost = i % 3 === 0;
  const size = { nodes: 1 + (i % 15), depth: 1 + (i % 5), spent: { steps: 2 + (i % 15), wallSeconds: 3, tokens: { prompt: 1000 * (1 + (i % 15)), completion: 10 } } };
  return (['RD', 'E2E'] as const).map((task) => trialOf(`tax-0${10 + i}`, task, lost && task === 'E2E' ? 0 : 80, { ...size, failures: lost && task === 'E2E' ? missed : [] }));
}).flat();
const sizes = trials.map(({ score, nodes, depth }) => ({ id: score.instance, domain: 'tax' as const, nodes, edges: nodes - 1, depth, rounds: 1 }));

const events: TrajectoryEvent[] = [
  { at: 0, kind: 'message', role: 'user', text: 'Do it.' },
  { at: 1, kind: 'tool_call', step: 1, tool: 'read', arguments: '{"path":"rules/guide/gains.md"}' },
  { at: 1.5, kind: 'tool_result', step: 1, output: `L1\t${'long '.repeat(400)}`, failed: false },
  { at: 2, kind: 'tool_call', step: 2, tool: 'read', arguments: '{"path":"rules/guide/gains.md","from":20}' },
  { at: 3, kind: 'tool_call', step: 3, tool: 'bash', arguments: JSON.stringify({ command: `cat trades.csv # ${EVIL}` }) },
  { at: 3, kind: 'tokens', prompt: 5, completion: 6 },
  { at: 4, kind: 'end', status: 'ok', detail: '', changed: ['trades.csv'] },
];

/** The first trial that lost points has files; the others' are gone. */
function writeTrial(): void {
  const place = trialFolder(folder, { instance: 'tax-010', task: 'E2E', trial: 1 });
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'trajectory.jsonl'), `${events.map((event) => JSON.stringify(event)).join('\n')}\n{"at":5,"kind":"no`);
  writeFileSync(join(place, 'answer.json'), '{"answer":{"tax":"1.00"}}');
}
beforeAll(() => {
  writeTrial();
  writeRunSummary(folder, { name: 'chat', trials }, sizes);
});

describe('a shown trial', () => {
  it('has what was read, run, answered and missed, long texts cut', () => {
    const lost = trials.find(({ score }) => score.task === 'E2E')!;
    const shown = shownTrial('chat', folder, lost);
    expect(shown).toMatchObject({ instance: 'tax-010', read: ['rules/guide/gains.md'], commands: [`cat trades.csv # ${EVIL}`], answer: '{"answer":{"tax":"1.00"}}', missed: [['rule-missed', 'gains.netting'], ['answer', `wrong: ${EVIL}`]] });
    expect(shown.events.map(([at, kind, title]) => [at, kind, title])).toEqual([
      [0, 'message', 'user'], [1, 'tool_call', '1. read'], [1.5, 'tool_result', 'result of 1'], [2, 'tool_call', '2. read'], [3, 'tool_call', '3. bash'], [4, 'end', 'end: ok'],
    ]);
    expect(shown.events[2]![3]).toMatch(/… \(2003 characters in all\)$/);
    expect(shown.events.at(-1)![3]).toBe('given files that were changed: trades.csv');
  });

  it('shows nothing of files that are gone', () => {
    expect(shownTrial('chat', join(root, 'none'), trials[0]!)).toMatchObject({ read: [], events: [], answer: '', score: 80 });
  });
});

describe('figures', () => {
  it('are curves by rules and depth, the gap, first causes, steps and tokens', () => {
    const figures = ruletrekFigures(readRuletrekRuns([folder]));
    expect(figures.map(({ name }) => name)).toEqual(['ruletrek-figure-3-rules', 'ruletrek-figure-3-depth', 'ruletrek-rd-e2e', 'ruletrek-causes', 'ruletrek-steps-score', 'ruletrek-tokens-score']);
    const [rules, , gap, causes] = figures as [typeof figures[0], unknown, typeof figures[0], typeof figures[0]];
    // Of 1 to 3 rules there are i % 15 in {0, 1, 2}: i = 0, 1, 2, 15, 16, 17, of which 0 and 15 lost E2E.
    expect(rules.rows.find((row) => row['task'] === 'E2E' && row['bin'] === '<=3')).toMatchObject({ run: 'chat', score: 53.333333, instances: 6 });
    expect(rules.rows.filter((row) => row['run'] === 'paper: mean of its models').map((row) => [row['bin'], row['score']])).toEqual([['<=3', 76.5], ['>=14', 23.6]]);
    // RD 80; E2E 80 · 20 / 30.
    expect(gap.rows.map((row) => [row['part'], row['score']])).toEqual([['RD', 80], ['E2E', 53.333333], ['RD − E2E', 26.666667]]);
    expect(causes.rows).toEqual([{ run: 'chat', task: 'E2E', cause: 'rule-missed', order: 1, percent: 100, trials: 10 }]);
  });

  it('are none without runs, and of what there is', () => {
    expect(ruletrekFigures([])).toEqual([]);
    expect(ruletrekSections([], new Map())).toEqual([]);
    expect(ruletrekMarkdown([])).toEqual({ tables: [], figures: [] });
    const scripted = join(root, 'scripted');
    writeRunSummary(scripted, { name: 'oracle', trials: [trialOf('tax-010', 'RI', 100, { spent: { steps: 0, wallSeconds: 0, tokens: null } })] }, sizes);
    expect(ruletrekFigures(readRuletrekRuns([scripted])).map(({ name }) => name)).toEqual(['ruletrek-figure-3-rules', 'ruletrek-figure-3-depth']);
    rmSync(scripted, { recursive: true });
  });
});

describe('the page', () => {
  const lines: string[] = [];
  beforeAll(() => report({ folders: [folder], print: (line) => lines.push(line) }));

  it('is written with its figures, from scored runs alone', async () => {
    expect(lines).toEqual([`${join(folder, 'ruletrek.html')}: 1 run, 6 figures`]);
    expect(existsSync(join(folder, 'figures', 'ruletrek-causes.svg'))).toBe(true);
    await expect(report({ folders: [root], print: () => undefined })).rejects.toThrow(UserError);
    expect(readAllRuletrekRuns(root).map((one) => one.summary.name)).toEqual(['chat']);
  });

  it('needs nothing beside itself, and takes what an agent wrote for text', () => {
    const html = ruletrekPage(readRuletrekRuns([folder]), new Map());
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
    expect(html).not.toContain(EVIL);
    expect(html.match(/<h3>Table 2: mean/g)).toHaveLength(1);
    const encoded = /id="trials-data">([^<]*)</.exec(html)?.[1] ?? '';
    expect(JSON.parse(gunzipSync(Buffer.from(encoded, 'base64')).toString())).toHaveLength(60);
    const [section] = ruletrekSections(readRuletrekRuns([folder]), new Map());
    expect(section!.body).toContain('<summary>Tables of one run: chat</summary>');
  });

  if (existsSync(CHROMIUM)) describe('in Chromium', inBrowser);
  else it(`is not tested in a browser: there is no ${CHROMIUM} (on Debian: apt-get install chromium)`, () => expect(ruletrekPage([], new Map())).toContain('trials'));
});

function inBrowser(): void {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const count = (): Promise<string> => page.locator('#trials-count').innerText();
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(String(error)));
    page.on('request', (request) => /^(?:file|data):/.test(request.url()) || faults.push(`asked for ${request.url()}`));
    await page.goto(pathToFileURL(join(folder, 'ruletrek.html')).href);
    await page.waitForSelector('#trials-browser:not([hidden])');
  });
  afterAll(async () => {
    expect(faults).toEqual([]);
    await browser.close();
  });

  it('draws every figure', async () => {
    const boxes = await page.locator('figure svg').evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height));
    expect(boxes).toHaveLength(6);
    expect(boxes.filter((area) => area < 10_000)).toEqual([]);
  });

  it('lists, turns pages and filters', async () => {
    expect(await count()).toBe('60 of 60 trials, page 1 of 3');
    expect(await page.locator('#trials-rows tr').count()).toBe(25);
    await page.click('#trials-next');
    expect(await count()).toBe('60 of 60 trials, page 2 of 3');
    await page.selectOption('#trials-filter-task', 'RD');
    expect(await count()).toBe('30 of 60 trials, page 1 of 2');
    await page.selectOption('#trials-filter-task', '');
    await page.check('#trials-filter-lost');
    expect(await count()).toBe('10 of 60 trials, page 1 of 1');
  });

  it('opens a trial by mouse and by keyboard: files, commands, answer, what was missed', async () => {
    await page.locator('#trials-rows tr').first().click();
    const view = page.locator('#trials-view');
    expect(await view.locator('h4').innerText()).toBe('tax-010, E2E, trial 1 of chat: ok, 0.0');
    for (const text of ['rule-missed: gains.netting', 'rules/guide/gains.md', `cat trades.csv # ${EVIL}`, '{"answer":{"tax":"1.00"}}', 'All 6 events']) expect(await view.innerText()).toContain(text);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    await view.locator('summary').click();
    expect(await view.innerText()).toContain('result of 1');
    await page.locator('#trials-rows tr').nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await view.locator('h4').innerText()).toContain('tax-013');
    expect(await view.innerText()).toContain('no answer.json');
  });
}
