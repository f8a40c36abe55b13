import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../pipelines/report.ts';
import { Evaluation } from '../../src/config/evaluation.ts';
import { evaluationFiles } from '../../src/evaluation/evaluate.ts';
import { readRecords, type QuestionRecord } from '../../src/evaluation/records.ts';
import { exampleOf } from '../../src/report/example.ts';
import { escapeHtml } from '../../src/report/escape.ts';
import { htmlReport, type PageParts } from '../../src/report/html.ts';
import { markdownReport } from '../../src/report/markdown.ts';
import { findResults, withResults } from '../../src/report/results-block.ts';
import { buildReport, chooseExamples, exampleFilter, type Report } from '../../src/report/report.ts';
import type { Evaluated } from '../../src/evaluation/evaluate.ts';
import { fakeMethod, fakeRepository, runMatrix } from '../evaluation/support.ts';
import { fullSource, NO_ANALYSES, reportOf, WRONG } from './support.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-report-'));
});
afterEach(() => rmSync(root, { recursive: true }));

async function evaluated(methods = [fakeMethod([])]) {
  const files = evaluationFiles('tiny', root);
  const evaluation = Evaluation.parse({ seeds: [1], perSubtask: 2, ruleCounts: [50, 100], repositories: ['original'] });
  const { results } = await runMatrix([fakeRepository(methods)], evaluation, files);
  const records = readRecords(files.records);
  return { records, results, candidates: records.filter(exampleFilter(results)) };
}

const NO_PARTS: PageParts = { drawings: new Map(), questions: '' };

/** A report of an evaluation and nothing else. */
function plainReport(evaluated: Evaluated, examples: readonly QuestionRecord[]): Report {
  const source = { ...fullSource(), ...evaluated, steps: [], confidence: null, analyses: NO_ANALYSES };
  return buildReport(source, examples, { counts: () => [], studies: () => [] });
}

describe('examples', () => {
  it('are ten, at the largest rule count, of different sub-tasks', async () => {
    const { candidates } = await evaluated();
    const examples = chooseExamples(candidates);
    expect(examples).toHaveLength(10);
    expect(new Set(examples.map(({ subtask }) => subtask)).size).toBe(10);
    expect(examples.every(({ ruleCount }) => ruleCount === 100)).toBe(true);
    expect(chooseExamples(candidates)).toEqual(examples);
  });

  it('fill up with further questions of the same sub-tasks', async () => {
    const { candidates } = await evaluated();
    const single = candidates.filter(({ subtask }) => subtask === 'single-rule' || subtask === 'multi-hop-2');
    // Two sub-tasks × 2 questions × 2 forms at 100 rules.
    expect(chooseExamples(single)).toHaveLength(8);
    expect(chooseExamples([])).toEqual([]);
  });

  it('pair text, gold rules and retrieved rules step by step', async () => {
    const { records } = await evaluated();
    const [record] = records;
    const shown = exampleOf({ ...(record as QuestionRecord), text: ' [Step] one <search> [Step] two \\boxed{4}' });
    expect(shown.steps.map(({ text }) => text)).toEqual(['[Step] one', '[Step] two \\boxed{4}']);
    expect(shown.steps[0]?.gold).toEqual([expect.stringMatching(/^fol rule \d+ \[rank 1\]$/)]);
    expect(shown.steps[0]?.retrieved).toEqual([expect.stringMatching(/^fol rule \d+ \[1\.000\]$/)]);
  });

  it('of a method that retrieves nothing are told apart by their steps, and have no ranks', () => {
    const shown = exampleOf({ ...WRONG, retrieved: [], text: ' [Step] one [Step] two \\boxed{4}' });
    expect(shown.steps.map(({ text }) => text)).toEqual(['[Step] one', '[Step] two \\boxed{4}']);
    expect(shown.steps[0]?.gold).toEqual(['Toss(A, B) ⇒ Lose(A, Fancy_pearl, 4)']);
  });
});

describe('HTML', () => {
  it('escapes everything that is not its own markup', async () => {
    const { records, results } = await evaluated();
    const evil = '</td><script>alert("1")</script>\'&';
    const hostile = records.map((record) => ({ ...record, question: evil, text: evil, answer: evil, gold: evil, backend: evil }));
    const html = htmlReport(plainReport({ results: { ...results, experiment: evil }, scores: hostile }, []), NO_PARTS);
    expect(html).not.toContain('<script>');
    expect(html).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;');
  });

  it('escapes each special character once', () => {
    expect(escapeHtml(`<a b="c" d='e'>&amp;`)).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;amp;');
  });
});

it('both kinds have DynaRule beside each method on the same questions, after Table 2', async () => {
  const { records, results } = await evaluated([fakeMethod([]), fakeMethod([], Infinity, 'rag-bm25')]);
  const report = plainReport({ results, scores: records }, []);
  expect(report.tables.map(({ title }) => title).slice(0, 3)).toEqual([
    'Table 2: exact match, original repository',
    'Paired: DynaRule minus each method on the same questions, original repository',
    'Table 4: step-wise recall, original repository',
  ]);
  // The two answer alike: 22 questions (two of each sub-task), no difference.
  const cells = ['50', 'RAG-bm25', '22', '+.0000', '.0000', 'no', '0', '0', '1.000', '+.0000', '.0000', 'no'];
  expect(report.tables[1]?.rows[0]).toEqual(cells);
  expect(markdownReport(report)).toContain(`| ${cells.join(' | ')} |`);
  expect(htmlReport(report, NO_PARTS)).toContain('<h3>Paired: DynaRule minus each method on the same questions, original repository</h3>');
});

it('Markdown cannot be left by what a model wrote', async () => {
  const { records, results } = await evaluated();
  const hostile = records.map((record) => ({ ...record, text: '```\n# heading' }));
  const markdown = markdownReport(plainReport({ results, scores: hostile }, chooseExamples(hostile)));
  expect(markdown).toContain('````text\n');
  expect(markdown.match(/^````$/gm)).toHaveLength(10);
  expect(markdown).toContain('![Exact match by rule count](figures/exact-match-by-rules.svg)');
  expect(markdown).toContain('## Table 2: exact match, original repository');
});

describe('case studies', () => {
  it('say what went wrong, or that none was found', () => {
    const html = htmlReport(reportOf([WRONG]), NO_PARTS);
    expect(html).toContain('<h3>Operator mismatch</h3>');
    expect(html).toContain('the step says “Old_cow(C) ⇒ Green_bell(C): Lose 3”: the opposite change.');
    expect(html).toContain('<h3>Rule omission</h3><p class="quiet">None was found.</p>');
  });
});

it('figures that lack data show the command that makes them', async () => {
  const { records, results } = await evaluated();
  const report = plainReport({ results, scores: records }, []);
  const command = 'dynarule analyse retention --experiment experiments/tiny.yaml';
  expect(htmlReport(report, NO_PARTS)).toContain(`<pre><code>${command}</code></pre>`);
  expect(markdownReport(report)).toContain(command);
});

describe('a document with results', () => {
  const BEGIN = '<!-- results:begin -->';
  const END = '<!-- results:end -->';

  it('is changed between the marks alone', () => {
    const text = `# Title\n${BEGIN}\nold\n${END}\nrest\n`;
    const changed = withResults(findResults('README.md', text), 'new');
    expect(changed).toBe(`# Title\n${BEGIN}\n\nnew\n\n${END}\nrest\n`);
    expect(withResults(findResults('README.md', changed), 'new')).toBe(changed);
  });

  it('names its tables, or has Tables 2 and 4', () => {
    expect(findResults('README.md', `${BEGIN}${END}`).tables).toEqual(['2', '4']);
    const named = `<!-- results:begin 11 stepwise -->old${END}`;
    expect(findResults('docs/results.md', named).tables).toEqual(['11', 'stepwise']);
    expect(withResults(findResults('docs/results.md', named), 'new')).toBe(`<!-- results:begin 11 stepwise -->\n\nnew\n\n${END}`);
    expect(() => findResults('docs/results.md', `<!-- results:begin 7 -->${END}`)).toThrow(/^docs\/results\.md: expected names of tables[^]*got: 7/);
  });

  it.each(['no marks', BEGIN, `${END}\n${BEGIN}`, `${BEGIN}${END}${BEGIN}`, `${BEGIN}${END}${END}`])(
    'with the marks %j is refused under its own name',
    (text) => {
      expect(() => findResults('docs/results.md', text)).toThrow(/^docs\/results\.md: expected .* in this order, once each/);
    },
  );
});

describe('the pipeline', () => {
  const experiment = (): string => {
    const file = join(root, 'tiny.yaml');
    writeFileSync(file, 'name: tiny\nevaluation: { seeds: [1, 2], ruleCounts: [50, 100], repositories: [original], methods: [dynarule] }\n');
    return file;
  };

  it('writes both reports and the tables of a document, and names missing cells with their command', async () => {
    await evaluated();
    const readme = join(root, 'README.md');
    writeFileSync(readme, '<!-- results:begin 2 4 paired --><!-- results:end -->');
    const lines: string[] = [];
    await run({ experiment: experiment(), root, into: [readme], print: (line) => lines.push(line) });
    // Seed 2 was not run: 2 rule counts × 2 forms.
    expect(lines[0]).toMatch(/^missing, 4 cells: dynarule, FOL, 50 rules, original, seed 2; /);
    expect(lines[1]).toBe(`  make them with: dynarule eval-table --table 2 --experiment ${join(root, 'tiny.yaml')}`);
    expect(readFileSync(join(root, 'tiny', 'report.html'), 'utf8')).toContain('<!doctype html>');
    expect(readFileSync(join(root, 'tiny', 'report.md'), 'utf8')).toContain('- commit: abc');
    expect(existsSync(join(root, 'tiny', 'figures', 'figure-11-recall-by-type.png'))).toBe(true);
    expect(readFileSync(readme, 'utf8')).toContain('from tiny at commit abc.');
  });

  it('says that a document is not there', async () => {
    await evaluated();
    const readme = join(root, 'NONE.md');
    await expect(run({ experiment: experiment(), root, into: [readme], print: () => undefined })).rejects.toThrow(`${readme}: expected a readable Markdown file`);
  });

  it('says how to make results that are not there', async () => {
    await expect(run({ experiment: experiment(), root, print: () => undefined })).rejects.toThrow('make eval-table2');
  });
});
