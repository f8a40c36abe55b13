/** Acceptance numbers 11 and 14, and those that are open. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../../src/random.ts';
import type { GraphFile } from '../../../src/ruletrek/formats/gold.ts';
import type { TaskFile } from '../../../src/ruletrek/formats/task.ts';
import { EDGE_TYPES } from '../../../src/ruletrek/formats/vocabulary.ts';
import { scoreRi } from '../../../src/ruletrek/score/ri.ts';
import { OPEN_NUMBERS } from '../../../src/ruletrek/verify/open-numbers.ts';
import { drawAnswer, propertiesNumber } from '../../../src/ruletrek/verify/properties-number.ts';
import { sandboxNumber } from '../../../src/ruletrek/verify/sandbox-number.ts';
import { installedSandbox } from '../sandbox/installed.ts';

/** A chain of rules with edges of all types in turn, and a second edge over each pair of them. */
const ids = Array.from({ length: 9 }, (_, i) => `rule-${i}`);
const graph: GraphFile = {
  format: 1, depth: 8,
  nodes: ids.map((id, i) => ({ id, path: 'guide/x.md', locator: `L${10 * i + 1}-L${10 * i + 6}`, anchor: id, sha256: '0'.repeat(64), scope: '', version: '', condition: '', consequence: '', text: `The text of the rule that is called ${id}.` })),
  edges: [1, 2].flatMap((step) => ids.slice(step).map((to, i) => ({ from: ids[i]!, to, type: EDGE_TYPES[(i + step) % EDGE_TYPES.length]! }))),
};

describe('number 14', () => {
  it('is met on a graph with many edges', () => {
    const instances = Array.from({ length: 10 }, (_, i) => ({ graph, task: { id: `tax-00${i}` } as TaskFile }));
    expect(propertiesNumber(instances)).toEqual({ number: 14, state: 'met', text: 'RI of 200 drawn answers: 0 change with other names and another order, 0 fall with one more right node' });
  });

  it('is tried on answers of many scores, with rules cited twice', () => {
    const random = randomStream('answers');
    const answers = Array.from({ length: 50 }, () => drawAnswer(random, graph));
    const scores = answers.map((answer) => scoreRi(answer, graph).total);
    expect(Math.max(...scores) - Math.min(...scores)).toBeGreaterThan(20);
    expect(answers.filter(({ nodes }) => new Set(nodes.map(({ locator }) => locator)).size < nodes.length).length).toBeGreaterThan(10);
  });
});

describe('number 11', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-number-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has twelve probes where there is a sandbox, and leaves no file', async () => {
    const number = await sandboxNumber(folder);
    if ((await installedSandbox(folder)) === null) expect(number.state).toBe('skipped');
    else expect(number).toMatchObject({ state: 'met', text: expect.stringMatching(/: 12 of 12 probes pass$/) });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says in one line what is missing where there is none', async () => {
    const { state, text } = await sandboxNumber(folder, '');
    expect(state).toBe('skipped');
    expect(text).toMatch(/^no sandbox on this machine.*apt-get install bubblewrap/);
    expect(text).not.toContain('\n');
  });
});

it('names what 12 lacks', () => {
  expect(OPEN_NUMBERS.map(({ number, state }) => [number, state])).toEqual([[12, 'open']]);
});
