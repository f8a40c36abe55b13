/** Exact counts from the paper's published numbers (../shared/nesys/README.md), through the command itself. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../pipelines/nesys-eval.ts';
import { run as runTables, type NesysTables } from '../../pipelines/nesys-tables.ts';
import { isPublishedHere, PUBLISHED, publishedFile } from './published-folder.ts';

type Scale = '1' | 'spread' | 'spread+1';

async function counts(test: string, dev: string | null, scale: Scale) {
  const lines: string[] = [];
  const result = await run({
    test: publishedFile(test),
    dev: dev === null ? undefined : publishedFile(dev),
    scale,
    clip: false,
    json: true,
    print: (line) => lines.push(line),
  });
  expect(JSON.parse(lines.join('\n'))).toEqual(result);
  return result;
}

const changed = (weights: readonly number[]): object => Object.fromEntries([...weights.entries()].filter(([, weight]) => weight !== 1));

if (isPublishedHere) {
  describe('WebShop', () => {
    it('Llama: 331, 655 and 660 of 716; 439 with γ = 1', async () => {
      const [test, dev] = ['derived_webshop_llama_test', 'derived_webshop_llama_dev'];
      const result = await counts(test, dev, 'spread+1');
      expect(result).toMatchObject({ neural: { right: 331, total: 716 }, rules: { right: 655, total: 716 }, nesys: { right: 660, total: 716 } });
      expect(changed(result.weights)).toEqual({ 5: -2 });
      expect((await counts(test, dev, '1')).nesys).toEqual({ right: 439, total: 716 });
    });
  });

  describe('Plancraft', () => {
    it('Llama: 663, 714 and 771 of 879; 733 with γ = 1', async () => {
      const [test, dev] = ['derived_plancraft_llama_test', 'derived_plancraft_llama_dev'];
      const result = await counts(test, dev, 'spread+1');
      expect(result).toMatchObject({ neural: { right: 663, total: 879 }, rules: { right: 714, total: 879 }, nesys: { right: 771, total: 879 } });
      expect((await counts(test, dev, '1')).nesys).toEqual({ right: 733, total: 879 });
    });
  });

  describe('nesys tables', () => {
    const lines: string[] = [];
    const root = mkdtempSync(join(tmpdir(), 'nesys-tables-'));
    let printed: NesysTables;
    afterAll(() => rmSync(root, { recursive: true }));
    beforeAll(async () => {
      const set = ['tables.resamples=20', 'tables.orders=2'];
      printed = await runTables({ experiment: 'experiments/nesys-tables.yaml', set, root, print: (line) => lines.push(line) });
    });

    it.each([
      ['webshop', 'llama', 'spread+1', 293, 589, { 5: -2 }],
      ['webshop', 'qwen', 'spread+1', 294, 589, { 7: 0, 11: 0 }],
      ['plancraft', 'llama', '1', 669, 762, null],
      ['plancraft', 'qwen', '1', 720, 761, null],
      ['plancraft', 'llama', 'spread+1', 669, 756, null],
      ['plancraft', 'qwen', 'spread+1', 720, 752, null],
    ])('%s, %s on dev with γ = %s: %d neural, %d NeSyS', (environment, model, scale, neural, nesys, weights) => {
      const result = printed.results.find(({ pair }) => pair.environment === environment && pair.model === model);
      const fit = result?.scales.find((one) => one.scale === scale);
      expect(result?.dev.get('neural')?.filter(Boolean).length).toBe(neural);
      expect(fit?.dev.filter(Boolean).length).toBe(nesys);
      if (weights !== null) expect(changed(fit?.weights ?? [])).toEqual(weights);
    });

    it('have ours beside the paper', () => {
      const ours = printed.tables.flatMap(({ table }) => table.rows.filter((row) => row[2] === 'ours' && !row.includes('–')).map((row) => row.slice(0, -1)));
      expect(ours).toEqual([
        ['Neural WM (Phase 2)', 'Llama3.2-1B', 'ours', '0.0', '35.3', '18.4', '50.0', '10.7', '100.0', '46.2', '331/716'],
        ['Symbolic WM (Phase 2)', 'Llama3.2-1B', 'ours', '100.0', '88.2', '98.0', '83.8', '100.0', '96.5', '91.5', '655/716'],
        ['NeSyS (ours, 60% data)', 'Llama3.2-1B', 'ours', '100.0', '91.2', '95.9', '83.8', '100.0', '100.0', '92.2', '660/716'],
        ['Neural WM (Phase 2)', 'Llama3.2-1B', 'ours', '34.4', '97.8', '75.3', '47.0', '75.4', '663/879'],
        ['Symbolic WM (Phase 2)', 'Llama3.2-1B', 'ours', '81.3', '89.1', '87.9', '62.2', '81.2', '714/879'],
        ['NeSyS (ours, 35% data)', 'Llama3.2-1B', 'ours', '98.4', '95.1', '93.7', '67.0', '87.7', '771/879'],
        ['Neural WM (Phase 2)', 'Qwen3-4B', 'ours', '87.5', '100.0', '93.1', '51.7', '85.1', '748/879'],
      ]);
    });

    it('are written for readers, as numbers and as a page', () => {
      const folder = join(root, 'nesys-tables');
      const { sets } = JSON.parse(readFileSync(join(folder, 'nesys.json'), 'utf8')) as NesysTables;
      const plancraft = sets.find(({ environment, backbone, split }) => environment === 'plancraft' && backbone === 'Llama3.2-1B' && split === 'test');
      expect(plancraft?.columns.at(-1)?.right).toEqual({ neural: 663, rules: 714, nesys: 771 });
      // 771 − 663 = 108 = 142 − 34.
      expect(plancraft?.columns.at(-1)?.flips).toMatchObject({ better: 142, worse: 34 });
      expect(plancraft?.rules).toHaveLength(44);
      const html = readFileSync(join(folder, 'nesys.html'), 'utf8');
      expect(html.match(/<svg /g)).toHaveLength(4);
      expect(html).toContain('Plancraft, Llama3.2-1B, test: 44 rules');
      expect(lines.at(-1)).toBe(`\n${join(folder, 'nesys.html')}, nesys.json`);
    });

    it('find where the numbers and the paper disagree', () => {
      // Intervals depend on the number of resamples, which is small here.
      const [rows, gammas] = printed.findings.map(({ lines: found }) => found.map((line) => line.replace(/\([^()]*( to |–)[^()]*\)/g, '(…)')));
      expect(rows).toEqual([
        "webshop, Llama3.2-1B, Neural WM (Phase 2): dev gives 7 of the row's 7 figures, test gives 3; average 45.9 in the paper, on dev 45.9 (…), on test 46.2 (…)",
        "webshop, Qwen3-4B, Neural WM (Phase 2): dev gives 7 of the row's 7 figures, test has no file here; average 46.1 in the paper, on dev 46.1 (…)",
      ]);
      expect(gammas).toEqual([
        "plancraft, Llama3.2-1B: γ = spread+1 gives the paper's 87.7; dev chooses spread, which gives 88.2, +0.5 (…) points; between 1 and spread+1 alone it chooses 1, which gives 83.4, −4.3 (…) points",
      ]);
      expect(printed.findings[2]!.lines).toEqual([
        'plancraft, Llama3.2-1B, dev: 103 of 84259 scores are outside, the largest 100',
        'plancraft, Llama3.2-1B, test: 70 of 81907 scores are outside, the largest 100',
      ]);
    });

    it('name what is missing, and count questions of one choice', () => {
      const text = lines.join('\n');
      expect(text).toContain('derived_webshop_qwen_test.json.gz, which is not in the folder');
      expect(text).toContain('Table 4: cannot be recomputed');
      expect(text).toMatch(/plancraft +Llama3\.2-1B +test +879 +232 /);
    });
  });
} else {
  it(`has no published numbers to check: ${PUBLISHED} is absent, which the program says`, async () => {
    await expect(runTables({ experiment: 'experiments/nesys-tables.yaml' })).rejects.toThrow(`${PUBLISHED} data.folder of experiments/nesys-tables.yaml: expected a folder of the paper's published numbers`);
    await expect(counts('derived_webshop_llama_test', null, '1')).rejects.toThrow('expected a readable evaluation file');
  });
}
