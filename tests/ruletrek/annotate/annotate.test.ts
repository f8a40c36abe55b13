/** Sheets of two annotators from drawing to κ, with values worked out by hand. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as kappa } from '../../../pipelines/ruletrek-kappa.ts';
import { agreements, agreementTable } from '../../../src/ruletrek/annotate/agreement.ts';
import { cardOf, guideText } from '../../../src/ruletrek/annotate/card.ts';
import { CRITERIA } from '../../../src/ruletrek/annotate/criteria.ts';
import { emptySheet, readSheet, type Sheet } from '../../../src/ruletrek/annotate/sheet.ts';
import type { Instance } from '../../../src/ruletrek/instance/read.ts';
import { NOT_COMPARABLE } from '../../../src/ruletrek/tables/paper.ts';

const root = mkdtempSync(join(tmpdir(), 'annotate-'));
afterAll(() => rmSync(root, { recursive: true }));

const INSTANCES = ['tax-001', 'tax-002', 'tax-003', 'tax-004'];

/** A sheet whose verdicts on the criterion `answer` are these; all others are 2. */
function sheet(file: string, verdicts: readonly number[], by: Sheet['by'] = 'person'): Sheet {
  const judgements = INSTANCES.flatMap((instance, i) => CRITERIA.map(({ id }) => ({ instance, criterion: id, verdict: id === 'answer' ? verdicts[i]! : 2 })));
  return { file, by, judgements };
}

const write = (name: string, text: string): string => {
  writeFileSync(join(root, name), text);
  return join(root, name);
};
const filled = (verdict: string): string => emptySheet(INSTANCES).replaceAll(',,person', `,${verdict},person`);

describe('a sheet', () => {
  it('has a row for each instance and criterion, and reads back once it is filled', () => {
    expect(emptySheet(['tax-001']).split('\n').slice(0, 2)).toEqual(['instance,criterion,verdict,by,remark', 'tax-001,rules,,person,']);
    const { by, judgements } = readSheet(write('filled.csv', filled('2')));
    expect(by).toBe('person');
    expect(judgements).toHaveLength(20);
    expect(judgements[3]).toEqual({ instance: 'tax-001', criterion: 'answer', verdict: 2 });
  });

  it('tells a program from a person', () => {
    expect(readSheet(write('program.csv', filled('1').replace(',person,', ',program,'))).by).toBe('program');
  });

  it.each([
    ['no verdict', emptySheet(INSTANCES), /:2.*expected a verdict: 0 \(no\), 1 \(in part\), 2 \(yes\)\n {2}got: nothing/],
    ['another verdict', filled('3'), /got: 3/],
    ['another criterion', filled('1').replace('rules', 'style'), /expected a criterion: rules, edges, facts, answer, clarity\n {2}got: style/],
    ['an unknown annotator', filled('1').replace('person', 'me'), /expected by: person or program\n {2}got: me/],
    ['a row twice', filled('1').concat('tax-001,rules,1,person,\n'), /:22.*\n {2}got: tax-001 rules twice/],
    ['other columns', 'a,b\n1,2\n', /no column instance, criterion, verdict, by/],
    ['no rows', '', /no rows/],
  ])('is refused with %s', (name, text, message) => {
    expect(() => readSheet(write(`${name}.csv`, text))).toThrow(message);
  });

  it('is refused where it is not there', () => {
    expect(() => readSheet(join(root, 'nothing.csv'))).toThrow(/ENOENT/);
  });
});

describe('agreement', () => {
  // 2 2 0 0 and 2 1 0 0: three of four equal. Chance: 2 → .5 · .25, 0 → .5 · .5, together .375; κ = (.75 − .375) / .625 = .6.
  const [first, second] = [sheet('a', [2, 2, 0, 0]), sheet('b', [2, 1, 0, 0])];

  it('is κ beyond chance, plain and by distance', () => {
    const answer = agreements(first, second).find(({ criterion }) => criterion === 'answer')!;
    expect(answer).toMatchObject({ instances: 4, equal: 0.75 });
    expect(answer.kappa).toBeCloseTo(0.6, 12);
    // Disagreement seen: 1 / 4 of a step. By chance, over pairs of 2 2 0 0 and 2 1 0 0: (0+1+2+2 + 0+1+2+2 + 2+1+0+0 + 2+1+0+0) / 16 = 1.
    expect(answer.linear).toBeCloseTo(0.75, 12);
    // Ranks 3.5 3.5 1.5 1.5 and 4 3 1.5 1.5: covariance 4, variances 4 and 4.5.
    expect(answer.rho).toBeCloseTo(4 / Math.sqrt(18), 12);
    expect(answer.interval!.low).toBeLessThan(0.6);
  });

  it('says nothing where both gave one verdict alone, and leaves it out of the mean', () => {
    const { title, columns, rows } = agreementTable(first, second);
    expect(title).toMatch(/^Agreement of two people by criterion/);
    expect(title).toContain(NOT_COMPARABLE);
    expect(rows[0]!.slice(0, 4)).toEqual(['rules', '4', '100.0 %', '–']);
    expect(rows.at(-2)!.slice(0, 5)).toEqual(['mean', '', '95.0 %', '0.600', 'of 1 criteria']);
    expect(rows.at(-1)![columns.indexOf('κ')]).toBe('0.89');
  });

  it('with a program is called machine agreement', () => {
    expect(agreementTable(first, sheet('b', [2, 1, 0, 0], 'program')).title).toMatch(/^Machine agreement/);
  });

  it('needs two different sheets that judge the same', () => {
    const less = { ...second, judgements: second.judgements.slice(1) };
    expect(() => agreements(first, less)).toThrow(/1 rows that one of them has alone: tax-001 rules/);
    const file = write('same.csv', filled('2'));
    expect(() => kappa({ first: file, second: file })).toThrow('two different sheets');
  });

  it('is printed of two files', () => {
    const lines: string[] = [];
    kappa({ first: write('one.csv', filled('2')), second: write('two.csv', filled('2').replace(',2,', ',1,')), print: (line) => lines.push(line) });
    expect(lines.join('\n')).toMatch(/rules +4 +75\.0 %/);
  });
});

it('a card has all that is judged, the guide the criteria', () => {
  const node = { id: 'fee', path: 'guide/fees.md', locator: 'L3-L4', anchor: '', sha256: '', scope: '', version: '', condition: 'a price', consequence: 'a fee', text: 'The fee is\n3 percent.' };
  const instance = {
    folder: 'bench/instances/tax-001', task: { id: 'tax-001', asOf: '2025-04-15', question: 'How high is the fee?' }, graph: { nodes: [node], edges: [], depth: 0 },
    answer: { fee: '3.00' }, trace: [{ rule: 'fee', name: 'fee', value: '3.00' }], evidence: [{ file: 'orders.csv', locators: ['L2'], value: '100.00' }],
  } as unknown as Instance;
  const card = cardOf(instance);
  for (const text of ['How high is the fee?', '- fee: 3.00', '- orders.csv L2: 100.00', 'guide/fees.md L3-L4', '> The fee is\n> 3 percent.', '## Edges\n\nnone']) expect(card).toContain(text);
  for (const { id, question } of CRITERIA) expect(guideText(4)).toContain(`- **${id}**: ${question}`);
});
