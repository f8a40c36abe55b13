/** The figures: their rows from figures known by heart, their drawings, and what is said of those that lack data. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { METHOD_NAMES } from '../../src/config/evaluation.ts';
import { allFigures, isDrawn, isMissing } from '../../src/report/figures/catalogue.ts';
import { methodChannels } from '../../src/report/figures/methods.ts';
import { csvOf, writeFigures } from '../../src/report/figures/files.ts';
import type { Figure } from '../../src/report/figures/figure.ts';
import { inlineSvg, standaloneSvg } from '../../src/report/figures/render.ts';
import { SERIES_COLOURS } from '../../src/report/figures/theme.ts';
import { fullSource, NO_ANALYSES } from './support.ts';

const outcomes = allFigures(fullSource());
const named = (name: string): Figure => outcomes.filter(isDrawn).find((figure) => figure.name === name) as Figure;

describe('with everything there', () => {
  it('all are drawn, under names of their own', () => {
    expect(outcomes.filter(isMissing)).toEqual([]);
    expect(new Set(outcomes.map(({ name }) => name)).size).toBe(outcomes.length);
    expect(outcomes.map(({ name }) => name)).toEqual([
      'exact-match-by-rules',
      'figure-3a-attention-entropy',
      'figure-3b-retention',
      'figure-4-recall-by-step-original',
      'figure-4-recall-by-step-held-out',
      'figure-4c-attention-by-step',
      'figure-10-staircase-FOL',
      'figure-10-staircase-NL',
      'figure-5a-held-out',
      'figure-5b-iterative-rag',
      'figure-5c-gold-only',
      'figure-6a-removed-rules',
      'figure-6b-cost',
      'figure-11-recall-by-type',
    ]);
  });

  it('recall by step leaves out @100 of 100 rules', () => {
    const rows = named('figure-4-recall-by-step-original').rows.filter(({ form, step }) => form === 'FOL' && step === 2);
    expect(rows.map(({ rules, depth, recall }) => [rules, depth, recall])).toEqual([
      ['100', '@10', 0.5],
      ['100', '@1', 0.5],
      ['1,000', '@100', 0.5],
      ['1,000', '@10', 0.5],
      ['1,000', '@1', 0.5],
    ]);
  });

  it("exact match has its interval over seeds, and the paper's figure beside it", () => {
    const [ours, paper] = named('exact-match-by-rules').rows;
    // FOL's columns are 1, .8, .55, .6, .5 and .4, .641667 in the mean, NL's .1 less; seeds are .1 and .2 less than that: .591667 - .15.
    // The interval, t(.975, 1) · s / √2 = 12.706 · .0707 / 1.414 = .635, is wider than a fraction can be.
    expect(ours).toMatchObject({ repository: 'original', method: 'DynaRule', ruleCount: 100, source: 'ours', exactMatch: 0.441667, low: 0, high: 1 });
    expect(paper).toMatchObject({ source: 'paper', exactMatch: 0.9481, low: 0.9481, high: 0.9481 });
  });

  it('layers count from 1, and the confidence layer is marked', () => {
    const rows = named('figure-3a-attention-entropy').rows.filter(({ form }) => form === 'FOL');
    expect(rows.map(({ layer, entropy, low, high, chosen }) => [layer, entropy, low, high, chosen])).toEqual([
      [1, 3, 2.75, 3.25, ''],
      [2, 2.5, 2.25, 2.75, 'confidence layer'],
      [3, 2.75, 2.5, 3, ''],
    ]);
  });

  it('cost has four measures, none below 0', () => {
    const rows = named('figure-6b-cost').rows.filter(({ ruleCount }) => ruleCount === 100);
    expect(rows.map(({ measure, value, low, high }) => [measure, value, low, high])).toEqual([
      ['seconds to the first token', 0.5, 0.4, 0.6],
      ['seconds in all', 2, 0, 5],
      ['peak memory, MiB', 3, 3, 3],
      ['tokens a second', 0.5, 0.4, 0.6],
    ]);
  });
});

describe('a method', () => {
  // DynaRule is the first of the methods, RAG (hybrid) the tenth, IRCoT and ReAct the last: 11 and 12 of five shapes are 1 and 2.
  it('has one colour and one shape, whichever others are drawn', () => {
    const rows = ['IRCoT', 'DynaRule', 'ReAct', 'IRCoT'].map((method) => ({ method }));
    const { color, shape } = methodChannels(rows, 'method');
    expect(color).toMatchObject({ field: 'method', scale: { domain: ['DynaRule', 'IRCoT', 'ReAct'], range: [SERIES_COLOURS[0], SERIES_COLOURS[10], SERIES_COLOURS[11]] } });
    expect(shape).toMatchObject({ scale: { domain: ['DynaRule', 'IRCoT', 'ReAct'], range: ['circle', 'circle', 'square'] } });
  });

  it('shares its colour with no other', () => {
    expect(new Set(SERIES_COLOURS).size).toBe(METHOD_NAMES.length);
  });
});

describe('what lacks data', () => {
  const { results, ...rest } = fullSource();
  const onlyDynaRule = { ...results, cells: results.cells.filter(({ method, repository }) => method === 'dynarule' && repository === 'original') };
  const lacking = allFigures({ ...rest, results: onlyDynaRule, steps: [], confidence: null, analyses: NO_ANALYSES }).filter(isMissing);

  it('names the command that makes it', () => {
    const evaluate = 'dynarule eval-table --table 2 --experiment experiments/tiny.yaml';
    expect(Object.fromEntries(lacking.map(({ name, command }) => [name, command]))).toEqual({
      'figure-3a-attention-entropy': 'dynarule train-stage1 --experiment experiments/tiny.yaml',
      'figure-3b-retention': 'dynarule analyse retention --experiment experiments/tiny.yaml',
      'figure-4-recall-by-step-original': evaluate,
      'figure-4c-attention-by-step': 'dynarule analyse attention --experiment experiments/tiny.yaml',
      'figure-10-staircase': 'dynarule analyse attention --experiment experiments/tiny.yaml',
      'figure-5a-held-out': `${evaluate} --set evaluation.repositories=[original,held-out]`,
      'figure-5b-iterative-rag': `${evaluate} --set evaluation.methods=[dynarule,rag-hybrid,ircot,react]`,
      'figure-5c-gold-only': `${evaluate} --set evaluation.methods=[dynarule,prompting-gold,prompting]`,
      'figure-6a-removed-rules': 'dynarule analyse removal --experiment experiments/tiny.yaml',
      'figure-6b-cost': 'dynarule analyse cost --experiment experiments/tiny.yaml',
    });
  });
});

describe('drawings', () => {
  it('are the same each time, whatever was drawn before', async () => {
    const figure = named('figure-5a-held-out');
    const first = await inlineSvg(figure);
    await inlineSvg(named('figure-6b-cost'));
    expect(await inlineSvg(figure)).toBe(first);
    expect(first).toContain('role="img" aria-label="Original and held-out rules (Figure 5a)"');
  });

  it('have ids of their own in a page with several', async () => {
    const svgs = await Promise.all(['figure-4c-attention-by-step', 'figure-10-staircase-FOL'].map((name) => inlineSvg(named(name))));
    const ids = svgs.flatMap((svg) => [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('take the ink of the page, and follow light and dark where they stand alone', async () => {
    const figure = named('figure-3a-attention-entropy');
    expect(await inlineSvg(figure)).not.toContain('prefers-color-scheme');
    const alone = await standaloneSvg(figure);
    expect(alone).toContain('prefers-color-scheme: dark');
    expect(alone).toContain('fill="currentColor"');
    expect(alone).not.toMatch(/(?:fill|stroke)="(?:#000|black)"/);
  });

  it('are files with their data beside them, and nothing of an older run', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dynarule-figures-'));
    try {
      await writeFigures(folder, [named('figure-6b-cost')]);
      await writeFigures(folder, [named('figure-3a-attention-entropy')]);
      const name = 'figure-3a-attention-entropy';
      expect(readdirSync(folder).sort()).toEqual([`${name}.csv`, `${name}.png`, `${name}.svg`]);
      expect(readFileSync(join(folder, `${name}.csv`), 'utf8').split('\n')[0]).toBe('form,layer,entropy,low,high,chosen');
      // The signature of PNG.
      expect(readFileSync(join(folder, `${name}.png`)).subarray(1, 4).toString()).toBe('PNG');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('leave a field empty where a row has no value, and quote what has commas', () => {
    expect(csvOf([{ a: 1, b: null }, { b: 'x, y', c: 2 }])).toBe('a,b,c\n1,,\n,"x, y",2\n');
  });
});

/** Relative luminance and contrast as the accessibility guidelines (WCAG 2) define them. */
function contrast(one: string, other: string): number {
  const luminance = (colour: string): number => {
    const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
    const [red, green, blue] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

it.each(SERIES_COLOURS)('%s can be seen on white and on the dark page', (colour) => {
  expect(contrast(colour, '#ffffff')).toBeGreaterThanOrEqual(3);
  expect(contrast(colour, '#15171a')).toBeGreaterThanOrEqual(3);
});
