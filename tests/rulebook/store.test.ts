import { appendFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHashedEncoder } from '../../src/encoder/hashed.ts';
import type { Encoder } from '../../src/encoder/encoder.ts';
import { isRefusal, type Refusal, type RuleEdit } from '../../src/rulebook/edit.ts';
import { editsPath } from '../../src/rulebook/edit-log.ts';
import { openRuleStore, readRuleSnapshot, type EditDone, type RuleStore } from '../../src/rulebook/store.ts';
import { rulesFile } from './support.ts';

const LINES = ['{"premise": "it rains", "conclusion": "the street is wet"}', '{"premise": "it shines", "conclusion": "the street is dry"}'];
const SNOW = { id: null, premise: 'it snows', conclusion: 'the street is white' };

/** An encoder that tells what it was asked to encode. */
function listening(): { encoder: Encoder; asked: string[] } {
  const inner = createHashedEncoder({ dimensions: 16 });
  const asked: string[] = [];
  const encode = (texts: readonly string[]): Promise<Float32Array> => {
    asked.push(...texts);
    return inner.encode(texts);
  };
  return { encoder: { ...inner, encode }, asked };
}

const notes: string[] = [];
const open = (path: string, encoder: Encoder = listening().encoder): Promise<RuleStore> => openRuleStore(path, encoder, (line) => notes.push(line));

async function done(store: RuleStore, edit: RuleEdit): Promise<EditDone> {
  const result = await store.edit(edit);
  if (isRefusal(result)) throw new Error(result.message);
  return result;
}

async function refused(store: RuleStore, edit: RuleEdit): Promise<Refusal> {
  const result = await store.edit(edit);
  if (isRefusal(result)) return result;
  throw new Error('the edit was not refused');
}

const texts = (store: RuleStore): string[] => store.snapshot().rules.map(({ id, conclusion }) => `${id} ${conclusion}`);

describe('edits', () => {
  let store: RuleStore;
  let asked: string[];
  beforeEach(async () => {
    const ear = listening();
    asked = ear.asked;
    store = await open(rulesFile(LINES), ear.encoder);
  });
  afterEach(() => store.close());

  it('add, change and remove; a snapshot that was taken before stays as it was', async () => {
    const before = store.snapshot();
    const { touched, snapshot } = await done(store, { add: [SNOW], change: [{ id: '1', premise: 'it rains', conclusion: 'the street is slippery' }], remove: ['2'] });
    expect(touched.map(({ id }) => id)).toEqual(['1', '3']);
    expect(texts(store)).toEqual(['1 the street is slippery', '3 the street is white']);
    expect([before.version, snapshot.version]).toEqual([0, 1]);
    expect(before.rules.map(({ conclusion }) => conclusion)).toEqual(['the street is wet', 'the street is dry']);
    expect([...before.vectors.keys()]).toEqual(before.rules);
  });

  it('embed what changed and nothing else', async () => {
    expect(asked).toHaveLength(2);
    const kept = store.snapshot().rules[1]!;
    const vector = store.snapshot().vectors.get(kept);
    await done(store, { add: [SNOW], change: [{ id: '1', premise: 'it rains', conclusion: 'bring an umbrella' }] });
    expect(asked.slice(2)).toEqual(['it rains ⇒ bring an umbrella', 'it snows ⇒ the street is white']);
    expect(store.snapshot().vectors.get(kept)).toBe(vector);
    const alone = await createHashedEncoder({ dimensions: 16 }).encode(['it snows ⇒ the street is white']);
    expect(store.snapshot().vectors.get(store.snapshot().rules[2]!)).toEqual(alone);
  });

  it('are refused whole, with the rule in the way', async () => {
    const conflict = await refused(store, { add: [SNOW, { id: 'x', premise: 'If it rains', conclusion: 'stay in' }] });
    expect(conflict).toMatchObject({ kind: 'conflict', conflictsWith: { id: '1', conclusion: 'the street is wet' } });
    expect(conflict.message).toContain('rule 1 "it rains ⇒ the street is wet"');
    expect(await refused(store, { add: [{ id: null, premise: 'it  Rains', conclusion: 'the street is wet.' }] })).toMatchObject({ kind: 'duplicate' });
    expect(await refused(store, { add: [{ ...SNOW, id: '2' }] })).toMatchObject({ kind: 'same-id' });
    expect(await refused(store, { change: [{ ...SNOW, id: '1' }], remove: ['9'] })).toMatchObject({ kind: 'unknown-id' });
    await expect(store.edit({ add: [{ id: null, premise: 'if', conclusion: 'then' }] })).rejects.toThrow('at least one word');
    expect(texts(store)).toEqual(['1 the street is wet', '2 the street is dry']);
    expect(store.snapshot().version).toBe(0);
  });

  it('may replace a rule in one go', async () => {
    await done(store, { add: [{ id: '1', premise: 'it rains', conclusion: 'stay in' }], remove: ['1'] });
    expect(texts(store)).toEqual(['2 the street is dry', '1 stay in']);
  });

  it('go one after the other, however they come', async () => {
    const edits = Array.from({ length: 20 }, (_, n) => store.edit({ add: [{ id: `n${n}`, premise: `number ${n}`, conclusion: 'counted' }] }));
    const versions = (await Promise.all(edits)).map((result) => (result as EditDone).snapshot.version);
    expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    expect(store.snapshot().rules).toHaveLength(22);
  });
});

describe('the log', () => {
  it('brings edits back, and leaves the file of rules alone', async () => {
    const path = rulesFile(LINES);
    const before = readFileSync(path, 'utf8');
    const first = await open(path);
    expect(existsSync(editsPath(path))).toBe(false);
    await done(first, { add: [SNOW], remove: ['1'] });
    await done(first, { change: [{ id: '3', premise: 'it snows', conclusion: 'skis are out' }] });
    await first.close();
    const second = await open(path);
    expect(texts(second)).toEqual(['2 the street is dry', '3 skis are out']);
    expect(second.snapshot().version).toBe(2);
    expect((await done(second, { add: [{ id: null, premise: 'fog', conclusion: 'slow' }] })).touched[0]!.id).toBe('4');
    await second.close();
    expect((await readRuleSnapshot(path, listening().encoder)).version).toBe(3);
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('drops half a last line, says so, and goes on', async () => {
    const path = rulesFile(LINES);
    const first = await open(path);
    await done(first, { add: [SNOW] });
    await first.close();
    const whole = statSync(editsPath(path)).size;
    // A line of an edit that was never acknowledged: once without its end, once with a wrong checksum.
    for (const torn of ['1234abcd {"kind":"edit","vers', '00000000 {"kind":"edit"}\n']) {
      appendFileSync(editsPath(path), torn);
      expect((await readRuleSnapshot(path, listening().encoder)).version).toBe(1);
      notes.length = 0;
      const again = await open(path);
      expect(notes).toEqual([expect.stringContaining('half an edit')]);
      expect(statSync(editsPath(path)).size).toBe(whole);
      await again.close();
    }
    const last = await open(path);
    await done(last, { remove: ['1'] });
    await last.close();
    expect((await readRuleSnapshot(path, listening().encoder)).rules.map(({ id }) => id)).toEqual(['2', '3']);
  });

  it('folds many edits into one line', async () => {
    const path = rulesFile(LINES);
    const store = await open(path);
    const vary = (n: number): RuleEdit => ({ change: [{ id: '1', premise: 'it rains', conclusion: `version ${n}` }] });
    for (let n = 1; n <= 1_000; n += 1) await done(store, vary(n));
    const full = statSync(editsPath(path)).size;
    await done(store, vary(1_001));
    expect(statSync(editsPath(path)).size).toBeLessThan(full / 100);
    await done(store, vary(1_002));
    await store.close();
    const { version, rules } = await readRuleSnapshot(path, listening().encoder);
    expect([version, rules.map(({ conclusion }) => conclusion)]).toEqual([1_002, ['version 1002', 'the street is dry']]);
  });

  it('is refused where a line was changed, where the rules were, and where a process has it', async () => {
    const path = rulesFile(LINES);
    const store = await open(path);
    await done(store, { add: [SNOW] });
    await done(store, { remove: ['1'] });
    await store.close();
    const log = readFileSync(editsPath(path), 'utf8');
    writeFileSync(editsPath(path), log.replace('snows', 'rains'));
    await expect(open(path)).rejects.toThrow(`${editsPath(path)}:2: expected an edit with its checksum`);
    writeFileSync(editsPath(path), log);
    appendFileSync(path, `${JSON.stringify(SNOW)}\n`.replace('"id":null,', ''));
    await expect(open(path)).rejects.toThrow('a file that has been changed since');
    writeFileSync(path, `${LINES.join('\n')}\n`);
    writeFileSync(`${editsPath(path)}.lock`, String(process.ppid));
    await expect(open(path)).rejects.toThrow(`process ${process.ppid} has them`);
    writeFileSync(`${editsPath(path)}.lock`, '4194304999'); // no process has such an id
    await (await open(path)).close();
    expect(existsSync(`${editsPath(path)}.lock`)).toBe(false);
  });
});
