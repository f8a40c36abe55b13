/** The page of NeSyS: it stands alone, and tells what the summary has. */
import { NesysConfig } from '../../src/nesys/config.ts';
import { resultOf } from '../../src/nesys/tables/published-results.ts';
import { summariseResults } from '../../src/nesys/tables/summary.ts';
import { inlineSvg } from '../../src/report/figures/render.ts';
import { accuracyFigures } from '../../src/report/nesys/accuracy-figure.ts';
import { nesysPage } from '../../src/report/nesys/page.ts';
import { question, setOf } from '../nesys/questions.ts';

const EVIL = '<img src=x onerror=alert(1)>';

// The rule turns both test questions, one for better and one for worse: accuracy stays at 50 %.
const dev = { ...setOf([question([-1, -2], [null])], 'dev.json'), ruleIds: [EVIL] };
const test = { ...setOf([question([-1, -2], [[-1, 1]], 1, 'search'), question([-1, -2], [[-1, 1]], 0, 'click_item')], 'test.json'), ruleIds: [EVIL] };
const textsOnly = setOf([question([-1, -2], [], 0, 'search')], 'texts.json');

const config = NesysConfig.parse({ name: 'small', energy: { scale: '1' }, tables: { orders: 2, resamples: 20 } });
const summary = summariseResults(
  [
    resultOf({ environment: 'webshop', model: 'llama', dev, test, neuralTest: test, missing: [] }, config.energy),
    resultOf({ environment: 'webshop', model: 'qwen', dev: null, test: null, neuralTest: textsOnly, missing: ['dev.json', 'test.json'] }, config.energy),
  ],
  config,
);
const figures = accuracyFigures(summary.sets, summary.experiment);

describe('the figures', () => {
  it('are one for each world and model, with a bar for whoever answers', () => {
    expect(figures.map(({ name }) => name)).toEqual(['small-accuracy-webshop-llama3-2-1b', 'small-accuracy-webshop-qwen3-4b']);
    const bars = figures[0]!.rows.filter((row) => row['split'] === 'test');
    expect(bars.map((row) => [row['column'], row['by'], row['percent']])).toEqual([
      ['Search', 'neural alone', 0],
      ['Search', 'rules alone', 100],
      ['Search', 'NeSyS', 100],
      ['Layout', 'neural alone', 100],
      ['Layout', 'rules alone', 0],
      ['Layout', 'NeSyS', 0],
      ['average', 'neural alone', 50],
      ['average', 'rules alone', 50],
      ['average', 'NeSyS', 50],
    ]);
    expect(figures[0]!.caption).toContain('2 test questions and 1 dev question;');
    expect(figures[0]!.caption).not.toContain('no file');
  });

  it('say where rules have no scores', () => {
    expect(figures[1]!.rows.every((row) => row['by'] === 'neural alone')).toBe(true);
    expect(figures[1]!.caption).toContain('There is no file with scores of rules on test.');
  });
});

describe('the page', () => {
  let html = '';
  beforeAll(async () => {
    const drawings = new Map<string, string>();
    for (const figure of figures) drawings.set(figure.name, await inlineSvg(figure));
    html = nesysPage(summary, { figures, drawings, commit: 'abc' });
  });

  it('needs nothing beside itself, and no script', () => {
    expect(html).not.toMatch(/(?:src|href)="(?!#|data:)/);
    expect(html).not.toMatch(/url\((?!#)/);
    expect(html).not.toContain('<script');
    expect(html.match(/<svg /g)).toHaveLength(2);
    for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`<section id="${id}">`);
  });

  it('takes names of rules for text', () => {
    expect(html).not.toContain(EVIL);
    expect(html).toContain('<td class="label">&lt;img src=x onerror=alert(1)&gt;</td>');
  });

  it('has accuracy, flips, weights and the paper', () => {
    expect(html).toContain('<b>50.0 %</b><span>neural alone 50.0 · rules alone 50.0</span>');
    // Questions; neural, rules, NeSyS in percent; better, worse, neither.
    expect(html).toContain('<td class="label">average</td><td>2</td><td>50.0</td><td>50.0</td><td>50.0</td><td>1</td><td>1</td><td>0</td>');
    // Weight, weight alone, fires in all, Search, Layout, four columns without questions, decided.
    expect(html).toMatch(/onerror=alert\(1\)&gt;<\/td><td>1<\/td><td>1<\/td><td>2<\/td><td>1<\/td><td>1<\/td>(<td>0<\/td>){4}<td>1<\/td><td>1<\/td><td>0<\/td>/);
    expect(html).toContain('<tr class="paper"><td class="label">NeSyS (ours, 60% data)</td>');
    expect(html).toContain('Table 4: cannot be recomputed');
  });
});
