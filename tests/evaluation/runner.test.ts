import { mkdtempSync, readdirSync, readFileSync, writeFileSync, appendFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluationFiles } from '../../src/evaluation/evaluate.ts';
import type { Matrix } from '../../src/evaluation/plan.ts';
import { readRecords, type QuestionRecord } from '../../src/evaluation/records.ts';
import type { MethodEntry } from '../../src/methods/method.ts';
import { fakeMethod, fakeRepository, runMatrix, type Asked } from './support.ts';

/** 33 questions a cell, so batches of 10, 10, 10 and 3; one cell for each form. */
const MATRIX = { seeds: [1], perSubtask: 3, ruleCounts: [100], representations: ['FOL', 'NL'], batchSize: 10 } as const;

let root = '';
let folder = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-cells-'));
  folder = evaluationFiles('tiny', root).cells;
});
afterEach(() => rmSync(root, { recursive: true }));

async function evaluateWith(methods: readonly MethodEntry[], matrix: Matrix = MATRIX): Promise<QuestionRecord[]> {
  const files = evaluationFiles('tiny', root);
  await runMatrix([fakeRepository(methods)], matrix, files);
  return readRecords(files.records);
}

/** Records without the time, which is the one thing that differs between runs. */
const timeless = (records: readonly QuestionRecord[]) => records.map((record) => ({ ...record, seconds: 0 }));
const files = () => readdirSync(folder).sort();
const questionsOf = (asked: Asked) => asked.map((batch) => batch.length);

describe('a cell', () => {
  it('is scored question by question', async () => {
    const asked: Asked = [];
    const records = await evaluateWith([fakeMethod(asked)]);
    expect(questionsOf(asked)).toEqual([10, 10, 10, 3, 10, 10, 10, 3]);
    const nl = records.filter((record) => record.representation === 'NL');
    const fol = records.filter((record) => record.representation === 'FOL');
    expect(nl.every((record) => record.exactMatch === 1 && record.outcome === 'correct')).toBe(true);
    // Gold rules first in every step, yet 5 for 4.
    expect(fol.every((record) => record.exactMatch === 0 && record.outcome === 'retrieved-but-wrong')).toBe(true);
    expect(fol.every((record) => record.recallAt1 === 1)).toBe(true);
    const [first] = nl;
    expect(first).toMatchObject({ method: 'dynarule', ruleCount: 100, answer: '4', gold: '4', batchSize: 10, backend: 'none' });
    expect(first?.goldSteps[0]?.[0]).toEqual({ id: first?.retrieved[0]?.[0]?.id, rank: 1, text: first?.retrieved[0]?.[0]?.text });
  });

  it('that is finished is not answered again, and does not load the method', async () => {
    const before = await evaluateWith([fakeMethod([])]);
    const unloadable = { ...fakeMethod([]), load: () => Promise.reject(new Error('must not be loaded')) };
    expect(await evaluateWith([unloadable])).toEqual(before);
  });

  it('that was interrupted goes on after its last batch', async () => {
    const whole = timeless(await evaluateWith([fakeMethod([])]));
    rmSync(folder, { recursive: true });
    const first: Asked = [];
    await expect(evaluateWith([fakeMethod(first, 2)])).rejects.toThrow('killed');
    expect(files()).toEqual([expect.stringMatching(/^dynarule-FOL-100-original-seed1-[0-9a-f]{16}\.partial\.jsonl$/)]);
    const second: Asked = [];
    const resumed = timeless(await evaluateWith([fakeMethod(second)]));
    expect(questionsOf(second)).toEqual([10, 3, 10, 10, 10, 3]);
    expect(resumed).toEqual(whole);
    expect(files()).toHaveLength(2);
  });

  it('that was cut off within a line asks that question again', async () => {
    const whole = timeless(await evaluateWith([fakeMethod([])]));
    rmSync(folder, { recursive: true });
    await expect(evaluateWith([fakeMethod([], 1)])).rejects.toThrow('killed');
    const partial = join(folder, files()[0] ?? '');
    writeFileSync(partial, readFileSync(partial, 'utf8').slice(0, -20));
    const asked: Asked = [];
    expect(timeless(await evaluateWith([fakeMethod(asked)]))).toEqual(whole);
    // 9 of 10 lines are whole, so 24 of the 33 are open.
    expect(questionsOf(asked).slice(0, 3)).toEqual([10, 10, 4]);
  });

  it.each([
    ['weights', [fakeMethod([], Infinity, 'dynarule', 'weights-2')], MATRIX],
    ['a rule count', [fakeMethod([])], { ...MATRIX, ruleCounts: [50] }],
    ['a seed', [fakeMethod([])], { ...MATRIX, seeds: [2] }],
    ['the number of questions', [fakeMethod([])], { ...MATRIX, perSubtask: 2 }],
  ] as const)('is another one for another value of %s', async (_, methods, matrix) => {
    await evaluateWith([fakeMethod([])]);
    await evaluateWith(methods, matrix);
    expect(files()).toHaveLength(4);
  });

  it('does not depend on the batch size', async () => {
    const before = await evaluateWith([fakeMethod([])]);
    rmSync(folder, { recursive: true });
    const after = await evaluateWith([fakeMethod([])], { ...MATRIX, batchSize: 7 });
    expect(timeless(after)).toEqual(timeless(before).map((record) => ({ ...record, batchSize: 7 })));
  });

  it('with questions twice is refused', async () => {
    await evaluateWith([fakeMethod([])]);
    const file = join(folder, files()[0] ?? '');
    appendFileSync(file, readFileSync(file));
    await expect(evaluateWith([fakeMethod([])])).rejects.toThrow(/one record for each of the 33 questions.*\n {2}got: 66/);
  });

  it('with a damaged line is refused, with the line', async () => {
    await evaluateWith([fakeMethod([])]);
    const file = join(folder, files()[0] ?? '');
    appendFileSync(file, '{"cell": 3}\n');
    await expect(evaluateWith([fakeMethod([])])).rejects.toThrow(`${file}:34: expected a question record`);
  });
});

it('gives every method the same questions and pools', async () => {
  const [one, other]: [Asked, Asked] = [[], []];
  await evaluateWith([fakeMethod(one), fakeMethod(other, Infinity, 'prompting')]);
  const asked = (batches: Asked) => batches.flat().map(({ question, representation, pool }) => ({ id: question.id, representation, pool }));
  expect(asked(one)).toEqual(asked(other));
  expect(asked(one)).toHaveLength(66);
  // FOL and NL of a question share their pool too.
  expect(asked(one).slice(0, 33).map(({ pool }) => pool)).toEqual(asked(one).slice(33).map(({ pool }) => pool));
});

it('asks nothing when one method has no weights', async () => {
  const asked: Asked = [];
  const missing = { ...fakeMethod([]), fingerprint: () => Promise.reject(new Error('no checkpoint; make it with …')) };
  await expect(evaluateWith([fakeMethod(asked), missing])).rejects.toThrow('no checkpoint');
  expect(asked).toHaveLength(0);
});

it('gives a method back after its last cell, and after a failure', async () => {
  let held = 0;
  const counted = (failAfter: number): MethodEntry => {
    const entry = fakeMethod([], failAfter);
    const load = async () => {
      const { method } = await entry.load();
      held += 1;
      return { method, dispose: () => (held -= 1) };
    };
    return { ...entry, load };
  };
  await expect(evaluateWith([counted(1)])).rejects.toThrow('killed');
  expect(held).toBe(0);
  await evaluateWith([counted(Infinity)]);
  expect(held).toBe(0);
});
