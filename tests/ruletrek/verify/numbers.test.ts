/** Acceptance numbers 11, 12 and 14. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomStream } from '../../../src/random.ts';
import type { GraphFile } from '../../../src/ruletrek/formats/gold.ts';
import type { TaskFile } from '../../../src/ruletrek/formats/task.ts';
import { EDGE_TYPES } from '../../../src/ruletrek/formats/vocabulary.ts';
import { scoreRi } from '../../../src/ruletrek/score/ri.ts';
import { findPi } from '../../../src/ruletrek/agents/pi/install.ts';
import { measurePi, piNumber } from '../../../src/ruletrek/verify/pi-number.ts';
import { drawAnswer, propertiesNumber } from '../../../src/ruletrek/verify/properties-number.ts';
import { sandboxNumber } from '../../../src/ruletrek/verify/sandbox-number.ts';
import { writeFakePi } from '../agents/fake-pi.ts';
import { INSTANCE, writeSmallBench } from '../run/small-bench.ts';
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

describe('number 12', () => {
  const root = mkdtempSync(join(tmpdir(), 'pi-number-'));
  const bench = join(root, 'bench');
  beforeAll(() => {
    chmodSync(root, 0o755);
    writeSmallBench(bench);
    writeFakePi(join(root, 'pi'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('counts tool runs by the marks that they leave, tokens by the endpoint, seconds by the clock, and looks for the key', async () => {
    const sandbox = await installedSandbox(join(bench, 'instances'));
    if (sandbox === null) return;
    const place = { installation: findPi(join(root, 'pi')), sandbox, bench, instance: INSTANCE };
    const { state, text } = await measurePi(place, { steps: 2, wallSeconds: 4 });
    // Replies 1 to 4 count 117, 134, 151 and 168 tokens of prompt, 6, 7, 8 and 9 of their own; with a limit of 2 the third reply is one too many.
    expect(text).toContain('done by itself after 3 tool runs of 3 (no_answer); limit of 2 steps: 2 tool runs (step_limit); wall clock of 4 s: ended after ');
    expect(text).toContain('tokens counted here, of those that the endpoint counted: 570+30 of 570+30 in 4 requests, 402+21 of 402+21 in 3 requests; the key came with every request and was not seen in the sandbox');
    expect(state).toBe('met');
  });

  it('is skipped where pi is not installed, with the command that installs it', async () => {
    const { state, text } = await piNumber(bench, INSTANCE, join(root, 'nothing'));
    expect(state).toBe('skipped');
    expect(text).toMatch(/^not measured, pi is an optional install and needs a sandbox: .*expected pi 0\.73\.1.*npm install --prefix/);
    expect(text).not.toContain('\n');
  });
});
