/** The page in a real browser; where there is none, that its HTML is served. */
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { initBackend } from '../../src/backend/init.ts';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { randomAnswerer } from '../rulebook/support.ts';
import { QUESTION, startTestServer, type TestServer } from './support.ts';

const CHROMIUM = '/usr/bin/chromium';
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
/** Milliseconds; what is waited for comes at once, unless the machine is very busy. */
const PATIENCE = 100_000;
const hasBrowser = existsSync(CHROMIUM);
if (!hasBrowser) process.stderr.write(`no browser at ${CHROMIUM}: the page is fetched, but not shown\n`);

let answerer: Answerer;
let server: TestServer;

beforeAll(async () => {
  await initBackend();
  answerer = randomAnswerer();
});
// Also where a test has failed: an open server would keep the process alive.
afterEach(() => server.close());

it('is served whole, allowed its own script and nothing from elsewhere', async () => {
  server = await startTestServer(answerer);
  const response = await fetch(`${server.url}/`);
  const html = await response.text();
  expect(html).toBe(readFileSync('src/serve/page.html', 'utf8'));
  expect(html).not.toMatch(/(?:src|href)="(?!data:)|https?:|@import|url\(/);
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'/);
});

interface Asked {
  readonly apiKey?: string;
  /** Whether no rule is ever good enough. */
  readonly refuses?: boolean;
}

const inBrowser = (name: string, work: (page: Page) => Promise<void>, { apiKey, refuses = false }: Asked = {}): void => {
  it(`${name}${hasBrowser ? '' : ` (no ${CHROMIUM}: only fetched)`}`, async () => {
    const refusal = refuses ? ({ score: 'best', steps: 'first', threshold: Infinity } as const) : null;
    server = await startTestServer({ ...answerer, refusal }, { limits: { answerTokens: 8 }, ...(apiKey === undefined ? {} : { apiKey }) });
    if (hasBrowser) await withPage(work);
    else expect((await fetch(`${server.url}/`)).status).toBe(200);
  });
};

/** Any complaint on the console is a failure; a refused request is what the tests ask for. */
async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().includes('Failed to load resource')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(server.url);
    await work(page);
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
  }
}

inBrowser('asks by keyboard, shows steps, and lights the rules that were retrieved', async (page) => {
  await page.waitForSelector('.rule');
  expect(await page.locator('.rule').count()).toBe(12);
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('contains');
  await page.fill('#question', QUESTION);
  await page.press('#question', 'Enter');
  await page.locator('#result').filter({ hasText: /\S/ }).waitFor();
  expect(await page.locator('.step').count()).toBeGreaterThan(0);
  const lines = await page.locator('.step').last().locator('li span:last-child').allTextContents();
  const lit: string[] = await page.locator('.rule.lit').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-id') ?? ''));
  expect(lines.map((line) => /^(\d+): /.exec(line)?.[1]).toSorted()).toEqual(lit.toSorted());
  // The best rule of each step stays marked with the steps that found it, here in the order of the steps.
  const firsts = await page.locator('.step li:first-child span:last-child').allTextContents();
  const steps = firsts.map((line) => /^(\d+): /.exec(line)?.[1]);
  for (const id of new Set(steps)) {
    const found = steps.flatMap((one, at) => (one === id ? [at + 1] : []));
    expect(await page.locator(`.rule.best[data-id="${id}"] span`).getAttribute('data-steps')).toBe(`step ${found.join(', ')}`);
  }
  // A random model writes no box in eight tokens.
  expect(await page.locator('#result').textContent()).toBe('No answer. It was cut off before it was finished.');
});

inBrowser(
  'says that no rule applies, with the rules that were nearest',
  async (page) => {
    await page.waitForSelector('.rule');
    await page.fill('#question', QUESTION);
    await page.press('#question', 'Enter');
    await page.locator('#result').filter({ hasText: /\S/ }).waitFor();
    expect(await page.locator('#result').textContent()).toBe('No rule applies.');
    expect(await page.locator('.step li').count()).toBeGreaterThan(0);
    expect(await page.locator('.rule.lit').count()).toBeGreaterThan(0);
    expect(await page.locator('.rule.best').count()).toBe(0);
  },
  { refuses: true },
);

inBrowser('finds, edits, adds and removes rules, and shows why an edit is refused', async (page) => {
  const { store } = server;
  await page.waitForSelector('.rule');
  await page.fill('#contains', 'enters');
  await page.locator('.rule:only-child').waitFor();
  await page.getByRole('button', { name: 'Edit rule 5' }).click();
  await page.getByRole('textbox', { name: 'Conclusion of rule 5' }).fill('it will become <b>happy</b>.');
  await page.keyboard.press('Enter');
  await page.locator('.rule span').filter({ hasText: '<b>happy</b>' }).waitFor();
  expect(store.snapshot().rules[4]).toEqual({ id: '5', premise: 'If A enters bridge', conclusion: 'it will become <b>happy</b>' });
  await page.fill('#new-rule', 'If A enters bridge, it will become sad.');
  await page.press('#new-rule', 'Enter');
  await page.locator('#rules-error').filter({ hasText: 'one premise, two conclusions' }).waitFor();
  await page.fill('#new-rule', 'If A enters cave, it will become sad.');
  await page.press('#new-rule', 'Enter');
  await page.locator('.rule:nth-child(2):last-child').waitFor();
  expect(store.snapshot().rules.at(-1)).toEqual({ id: '13', premise: 'If A enters cave', conclusion: 'it will become sad' });
  await page.getByRole('button', { name: 'Remove rule 13' }).click();
  await page.locator('.rule:only-child').waitFor();
  expect(store.snapshot().version).toBe(3);
});

inBrowser('edits a rule whose premise has commas, and leaves alone what was not edited', async (page) => {
  const { store } = server;
  const rule = { id: 'porch', premise: 'If A, who is tired, enters a porch', conclusion: 'it sits down, then sleeps' };
  await store.edit({ add: [rule] });
  await page.fill('#contains', 'porch');
  await page.locator('.rule:only-child').waitFor();
  const versionIs = async (version: number): Promise<void> => {
    while (store.snapshot().version < version) await page.waitForTimeout(10);
  };
  const edit = (): Promise<void> => page.getByRole('button', { name: 'Edit rule porch' }).click();
  await edit();
  expect(await page.getByRole('textbox', { name: 'Premise of rule porch' }).inputValue()).toBe(rule.premise);
  await page.getByRole('button', { name: 'Save' }).click();
  await versionIs(2);
  expect(store.snapshot().rules.at(-1)).toEqual(rule);
  await page.locator('.rule span').waitFor();
  await edit();
  await page.getByRole('textbox', { name: 'Premise of rule porch' }).fill('If A, who is awake, enters a porch');
  await page.keyboard.press('Escape');
  await page.locator('.rule span').filter({ hasText: 'who is tired' }).waitFor();
  await edit();
  await page.getByRole('textbox', { name: 'Premise of rule porch' }).fill('If A, who is awake, enters a porch');
  await page.keyboard.press('Enter');
  await versionIs(3);
  expect(store.snapshot().rules.at(-1)).toEqual({ ...rule, premise: 'If A, who is awake, enters a porch' });
});

inBrowser(
  'asks for the key where the server does, and is readable on a phone and in the dark',
  async (page) => {
    await page.waitForSelector('#key-form:not([hidden])');
    await page.fill('#key', 'secret-1');
    await page.press('#key', 'Enter');
    await page.waitForSelector('.rule');
    const background = (): Promise<string> => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).not.toBe(light);
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  },
  { apiKey: 'secret-1' },
);
