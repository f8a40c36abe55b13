/**
 * The HTML report in a real browser, headless Chromium. Where there is none, the test says
 * so and checks what can be checked of the text.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import type { QuestionRecord } from '../../src/evaluation/records.ts';
import { isDrawn } from '../../src/report/figures/catalogue.ts';
import { inlineSvg } from '../../src/report/figures/render.ts';
import { htmlReport } from '../../src/report/html.ts';
import { pageScript } from '../../src/report/page-files.ts';
import { createQuestionData } from '../../src/report/questions.ts';
import { SUBTASKS } from '../../src/ruleworld/types.ts';
import { reportOf, RIGHT, WRONG } from './support.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Rows of the list at a time (src/report/page/list.js). */
const PAGE_ROWS = 50;

const EVIL = '</script><img src=x onerror="window.hacked = true">';

/** Rules that no other answer has: one that was needed, one that was retrieved. */
const OWN_RULES: Readonly<Record<number, Partial<QuestionRecord>>> = {
  4_321: { goldSteps: [[{ id: 1, text: 'Needed_unicorn(A) ⇒ Enter(A, Cave)', rank: null }]] },
  4_322: { retrieved: [[{ id: 2, text: 'Retrieved_unicorn(A) ⇒ Enter(A, Cave)', score: 1 }]] },
};

/** 10,000 answers, every tenth wrong; one is hostile. */
function manyRecords(): QuestionRecord[] {
  const plain = Array.from({ length: 9_999 }, (_, at): QuestionRecord => ({
    ...(at % 10 === 0 ? WRONG : RIGHT),
    questionId: `original/test/${at}`,
    question: `Question ${String(at).padStart(5, '0')}: how many pearls?`,
    subtask: SUBTASKS[at % SUBTASKS.length] ?? 'single-rule',
    seed: 1 + (at % 5),
    ...OWN_RULES[at],
  }));
  return [...plain, { ...WRONG, questionId: 'evil', question: `~ ${EVIL}`, text: EVIL, answer: EVIL, gold: EVIL }];
}

const records = manyRecords();
const report = reportOf(records);
let html = '';
let folder = '';

beforeAll(async () => {
  const drawings = new Map<string, string>();
  for (const figure of report.figures.filter(isDrawn)) drawings.set(figure.name, await inlineSvg(figure));
  const questions = createQuestionData();
  records.forEach(questions.hear);
  html = htmlReport(report, { drawings, questions: questions.encoded() });
  folder = mkdtempSync(join(tmpdir(), 'dynarule-page-'));
  writeFileSync(join(folder, 'report.html'), html);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the text of the page', () => {
  it('needs nothing beside itself', () => {
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
    expect(html).not.toMatch(/url\((?!#)/);
    expect(pageScript()).not.toMatch(/^(?:import|export) /m);
    expect(pageScript()).not.toContain('</script');
  });

  it('has every figure drawn, and each once', () => {
    expect(html.match(/<figure /g)).toHaveLength(report.figures.length);
    expect(html.match(/<svg /g)).toHaveLength(report.figures.length);
  });

  it('holds all answers, small', () => {
    const encoded = /id="records">([^<]*)</.exec(html)?.[1] ?? '';
    const { records: held } = JSON.parse(gunzipSync(Buffer.from(encoded, 'base64')).toString()) as { records: unknown[] };
    expect(held).toHaveLength(10_000);
    expect(html.length).toBeLessThan(1.5e6);
  });

  it('is text where a model wrote markup', () => {
    expect(html).not.toContain(EVIL);
  });
});

if (existsSync(CHROMIUM)) describe('in Chromium', inBrowser);
else it(`is not tested in a browser: there is no ${CHROMIUM} (on Debian: apt-get install chromium)`, () => expect(html).toContain('<script type="module">'));

function inBrowser(): void {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];

  const open = async (options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> => {
    const opened = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    opened.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    opened.on('pageerror', (error) => faults.push(String(error)));
    opened.on('request', (request) => /^(?:file|data):/.test(request.url()) || faults.push(`asked for ${request.url()}`));
    await opened.goto(pathToFileURL(join(folder, 'report.html')).href);
    await opened.waitForSelector('#browser:not([hidden])');
    return opened;
  };
  const count = (): Promise<string> => page.locator('#count').innerText();
  const rows = (): Promise<number> => page.locator('#rows tr').count();

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    page = await open();
  });
  afterAll(async () => {
    expect(faults).toEqual([]);
    await browser.close();
  });
  beforeEach(async () => {
    if (await page.locator('#view').evaluate((view) => (view as unknown as { open: boolean }).open)) await page.keyboard.press('Escape');
    await page.fill('#words', '');
    await page.selectOption('#filter-outcome', '');
  });

  it('draws every figure', async () => {
    const boxes = await page.locator('figure svg').evaluateAll((drawings) => drawings.map((one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height));
    expect(boxes).toHaveLength(report.figures.length);
    expect(boxes.filter((area) => area < 10_000)).toEqual([]);
    const empty = await page.locator('figure svg').evaluateAll((drawings) => drawings.filter((one) => one.querySelectorAll('path, text, line').length < 10).length);
    expect(empty).toBe(0);
  });

  it('keeps few of 10,000 answers in the document', async () => {
    expect(await count()).toBe('10,000 of 10,000 answers, page 1 of 200');
    expect(await rows()).toBe(PAGE_ROWS);
    await page.click('#next');
    expect(await count()).toContain('page 2 of 200');
    expect(await rows()).toBe(PAGE_ROWS);
    // A row is itself and nine cells.
    expect(await page.locator('#list *').count()).toBeLessThan(PAGE_ROWS * 10 + 50);
  });

  it('filters and searches', async () => {
    await page.selectOption('#filter-outcome', 'retrieved-but-wrong');
    expect(await count()).toBe('1,001 of 10,000 answers, page 1 of 21');
    await page.fill('#words', 'question 00120');
    expect(await count()).toBe('1 of 10,000 answers, page 1 of 1');
    await page.selectOption('#filter-outcome', '');
    await page.fill('#words', 'UNICORN');
    expect(await count()).toBe('2 of 10,000 answers, page 1 of 1');
    await page.fill('#words', 'needed_unicorn cave 04321');
    expect(await count()).toBe('1 of 10,000 answers, page 1 of 1');
    await page.fill('#words', 'retrieved_unicorn');
    expect(await count()).toBe('1 of 10,000 answers, page 1 of 1');
    await page.fill('#words', 'nothing has these words');
    expect(await rows()).toBe(0);
  });

  it('sorts by a column, and the other way round', async () => {
    const first = (): Promise<string> => page.locator('#rows tr').first().locator('td').nth(5).innerText();
    await page.click('button[data-sort="exactMatch"]');
    expect(await first()).toBe('.50');
    await page.click('button[data-sort="exactMatch"]');
    expect(await first()).toBe('1.00');
    expect(await page.locator('th[aria-sort="descending"]').innerText()).toContain('score');
    await page.click('button[data-sort="question"]');
  });

  it('shows a question with its steps, retrievals and what went wrong', async () => {
    await page.fill('#words', 'question 00120');
    await page.locator('#rows tr').click();
    const shown = await page.locator('#view-body').innerText();
    for (const text of ['Question 00120', 'lose 4, gain 3', 'The operator is the other one, step 2.', 'the opposite change', 'rank 1', '6.50', 'Old_cow(A) ⇒ Gain(A, Green_bell, 3)']) expect(shown).toContain(text);
    expect(page.url()).toContain('#answer-120');
    await page.click('#view-close');
    expect(await page.locator('#view').isVisible()).toBe(false);
  });

  it('is used by keyboard alone', async () => {
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('question 0000');
    expect(await count()).toBe('10 of 10,000 answers, page 1 of 1');
    await page.locator('#rows tr').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('#view-body blockquote').innerText()).toContain('Question 00001');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#view-body blockquote').innerText()).toContain('Question 00002');
    await page.keyboard.press('Escape');
    expect(await page.locator('#view').isVisible()).toBe(false);
  });

  it('takes what a model wrote for text', async () => {
    await page.fill('#words', 'onerror');
    await page.locator('#rows tr').click();
    expect(await page.locator('#view-body blockquote').innerText()).toBe(`~ ${EVIL}`);
    expect(await page.evaluate('window.hacked')).toBeUndefined();
  });

  it('fits a phone, and is dark where the reader is', async () => {
    const phone = await open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    expect(await phone.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    expect(await phone.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(21, 23, 26)');
    await phone.locator('#rows tr').first().click();
    expect(await phone.locator('#view').evaluate((view) => view.scrollWidth <= view.clientWidth)).toBe(true);
    await phone.close();
  });
}
