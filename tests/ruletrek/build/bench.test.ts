/** A small benchmark from building to scores: checks pass, and see what is tampered with. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, cpSync, appendFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as annotate } from '../../../pipelines/ruletrek-annotate.ts';
import { run as build } from '../../../pipelines/ruletrek-build.ts';
import { run as score } from '../../../pipelines/ruletrek-score.ts';
import { run as search } from '../../../pipelines/ruletrek-search.ts';
import { run as verify } from '../../../pipelines/ruletrek-verify.ts';
import { scriptedAnswer } from '../../../src/ruletrek/agents/scripted/scripted.ts';
import type { Manifest } from '../../../src/ruletrek/formats/manifest.ts';
import { TASKS, type Task } from '../../../src/ruletrek/formats/vocabulary.ts';
import { taskFiles } from '../../../src/ruletrek/instance/layout.ts';
import { instanceFolder, readInstance, type Instance } from '../../../src/ruletrek/instance/read.ts';
import { openPack } from '../../../src/ruletrek/packs/registry.ts';
import { TAX_PACK } from '../../../src/ruletrek/packs/tax/pack.ts';
import { scoreTrial } from '../../../src/ruletrek/score/trial.ts';
import { verifyInstance } from '../../../src/ruletrek/verify/verify-instance.ts';

const root = mkdtempSync(join(tmpdir(), 'ruletrek-bench-'));
const bench = join(root, 'bench');
const order = { seed: 'test', count: 3, packs: ['tax'], print: () => undefined };
let manifest: Manifest;
let instance: Instance;

beforeAll(async () => {
  manifest = await build({ ...order, output: bench });
  instance = await readInstance(instanceFolder(bench, 'tax-002'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const scoreOf = async (agent: string, task: Task): Promise<number | null> => {
  const content = await scriptedAnswer(agent, { pack: TAX_PACK, instance, task, stream: 'test' });
  return scoreTrial(instance, { task, trial: 1, status: 'ok' }, content).score;
};

describe('building', () => {
  it('gives instances of the planned sizes', () => {
    expect(manifest.instances.map(({ id }) => id)).toEqual(['tax-001', 'tax-002', 'tax-003']);
    expect(new Set(manifest.instances.map(({ structure }) => structure)).size).toBe(3);
    for (const { nodes, edges } of manifest.instances) expect(edges).toBeLessThanOrEqual(2 * nodes);
  });

  it('gives the same bytes again, and others for another seed', async () => {
    const again = await build({ ...order, output: join(root, 'again') });
    expect(again.files).toEqual(manifest.files);
    const other = await build({ ...order, count: 1, seed: 'other', output: join(root, 'other') });
    expect(other.files['instances/tax-001/task.json']).not.toBe(manifest.files['instances/tax-001/task.json']);
  });

  it('keeps every stage, each with one rule more', () => {
    expect(instance.stages.map(({ nodes }) => nodes.length)).toEqual(instance.graph.nodes.map((_, i) => i + 1));
  });

  it('refuses an unknown pack and a folder that is no benchmark', async () => {
    await expect(build({ ...order, packs: ['chess'], output: join(root, 'x') })).rejects.toThrow('a pack: tax');
    await expect(build({ ...order, output: root })).rejects.toThrow('without manifest.json');
  });
});

describe('mounting', () => {
  it('shows documents in RI and E2E, the graph in RD, gold never', () => {
    const to = (task: Task): string[] => taskFiles(instance.folder, task).map((file) => file.to);
    expect(to('RI')).toEqual(to('E2E'));
    expect(to('RI')).toContain('rules/guide/income.md');
    expect(to('RD')).toContain('graph.json');
    expect(to('RD').filter((path) => path.startsWith('rules/'))).toEqual([]);
    for (const task of TASKS) expect(taskFiles(instance.folder, task).filter(({ from }) => from.includes('/gold/'))).toEqual([]);
  });
});

describe('scripted agents', () => {
  it.each(TASKS)('%s: oracle 100, no-op 0, noise in between at its ends', async (task) => {
    expect(await scoreOf('oracle', task)).toBe(100);
    expect(await scoreOf('noop', task)).toBe(0);
    expect(await scoreOf('noisy(0)', task)).toBe(100);
    expect(await scoreOf('noisy-rule(0)', task)).toBe(100);
  });

  it('a missed rule costs E2E and RI, a slip costs RD, all rules cost precision', async () => {
    expect(await scoreOf('noisy-rule(1)', 'E2E')).toBe(0);
    expect(await scoreOf('noisy-rule(1)', 'RD')).toBe(100);
    expect(await scoreOf('noisy(1)', 'RD')).toBe(0);
    expect(await scoreOf('allrules', 'RI')).toBeLessThan(20);
    expect(await scoreOf('random', 'E2E')).toBe(0);
  });

  it('an unknown agent is refused', async () => {
    await expect(scoreOf('clever', 'RI')).rejects.toThrow('noisy(p)');
  });
});

describe('trials', () => {
  it('score 0 for every state of the agent, null for the harness’s own', () => {
    const of = (status: Parameters<typeof scoreTrial>[1]['status']): number | null => scoreTrial(instance, { task: 'E2E', trial: 1, status }, '').score;
    expect(of('step_limit')).toBe(0);
    expect(of('bad_json')).toBe(0);
    expect(of('infra_error')).toBeNull();
    expect(scoreTrial(instance, { task: 'E2E', trial: 1, status: 'ok' }, '{').status).toBe('bad_json');
  });

  it('of a run folder are scored and summed up', async () => {
    const run = join(root, 'run');
    const trial = join(run, 'trials', 'tax-002', 'E2E', '1');
    cpSync(instance.folder, trial, { recursive: true });
    writeFileSync(join(trial, 'answer.json'), await scriptedAnswer('oracle', { pack: TAX_PACK, instance, task: 'E2E', stream: '' }));
    const result = { format: 1, instance: 'tax-002', task: 'E2E', trial: 1, agent: 'oracle', status: 'ok', detail: '', steps: 0, wallSeconds: 0, tokens: null };
    writeFileSync(join(trial, 'result.json'), JSON.stringify(result));
    const lines: string[] = [];
    await score({ folders: [run], bench, print: (line) => lines.push(line) });
    expect(lines[0]).toBe(`${run}: 1 trials on 1 of 3 instances`);
    expect(lines[1]).toMatch(/Table 2.*\n.*\nrun +all \(1\) +– +– +100\.00 +– +– +100\.00\n/);
    expect(JSON.parse(readFileSync(join(trial, 'score.json'), 'utf8'))).toMatchObject({ score: 100, failures: [] });
    writeFileSync(join(run, 'run.json'), JSON.stringify({ identity: { bench: '0'.repeat(64) } }));
    await expect(score({ folders: [run], bench, print: () => undefined })).rejects.toThrow('one on other files');
    await expect(score({ folders: [root], bench, print: () => undefined })).rejects.toThrow('finished trials');
  });
});

describe('searches of rules', () => {
  it('are compared by what they are worth to the heuristic agent', async () => {
    const lines: string[] = [];
    const runs = await search({ bench, searches: ['bm25', 'hashed'], base: '', adapters: '', backend: 'cpu', print: (line) => lines.push(line) });
    expect(runs.map((run) => [run.search, run.trials.length])).toEqual([['bm25', 6], ['hashed', 6]]);
    const own = runs[0]!.trials.find(({ score }) => score.instance === 'tax-002' && score.task === 'RI')!;
    expect(own.score.score).toBe(await scoreOf('heuristic', 'RI')); // which searches by BM25
    expect(own.recall).toBeGreaterThan(0);
    expect(own.precision).toBeLessThan(1);
    expect(lines.at(-1)).toMatch(/search +instances +gold rules found.*\nbm25 +3 /);
  });
});

describe('annotation', () => {
  it('has a guide, cards and two sheets of the same instances, and is never written over', async () => {
    const output = join(root, 'annotation');
    const order = { bench, output, count: 2, seed: 'test', print: () => undefined };
    await annotate(order);
    const names = readdirSync(join(output, 'cards'));
    expect(names).toHaveLength(2);
    expect(readFileSync(join(output, 'cards', names[0]!), 'utf8')).toContain('## Question');
    const instancesOf = (sheet: number): string[] => [...new Set(readFileSync(join(output, `sheet-${sheet}.csv`), 'utf8').match(/^tax-\d+/gm))].sort();
    expect(instancesOf(1).map((id) => `${id}.md`)).toEqual(names.toSorted());
    expect(instancesOf(2)).toEqual(instancesOf(1));
    await expect(annotate(order)).rejects.toThrow('sheets that were filled are not written over');
  });
});

describe('checking', () => {
  /** A copy of an instance with one file changed. */
  const tampered = (path: string, change: (text: string) => string): string => {
    const copy = join(root, `tampered-${path.replaceAll('/', '-')}`);
    cpSync(instance.folder, copy, { recursive: true });
    writeFileSync(join(copy, path), change(readFileSync(join(copy, path), 'utf8')));
    return copy;
  };
  const failing = async (folder: string): Promise<string[]> => {
    const { checks } = await verifyInstance(await openPack(TAX_PACK), folder);
    return checks.filter(({ passed }) => !passed).map(({ check }) => check);
  };

  it('passes what was built', async () => {
    expect(await failing(instance.folder)).toEqual([]);
  });

  it('sees a changed answer, a changed span, a false edge and a leaked answer', async () => {
    expect(await failing(tampered('gold/answer.json', (text) => text.replace(/: "\d/, ': "99')))).toContain('V3');
    expect(await failing(tampered('gold/graph.json', (text) => text.replace(/"sha256": "./, '"sha256": "f0').replace(/([0-9a-f]{64})[0-9a-f]/, '$1')))).toContain('V0');
    const node = instance.graph.nodes.at(-1)!.id;
    expect(await failing(tampered('gold/graph.json', (text) => text.replace('"edges": [', `"edges": [{ "from": "${node}", "to": "${node}", "type": "dependency" },`)))).toContain('V1');
    const answer = String(Object.values(instance.answer)[0]);
    expect(await failing(tampered('workspace/misc/office-notes.md', (text) => `${text}\nThe result was ${answer} last time.\n`))).toContain('V6');
  });

  it('refuses a benchmark whose files are not those of the manifest', async () => {
    const copy = join(root, 'copy');
    cpSync(bench, copy, { recursive: true });
    appendFileSync(join(copy, 'instances/tax-001/workspace/misc/office-notes.md'), 'x');
    await expect(verify({ bench: copy, rebuild: false, pi: root, print: () => undefined })).rejects.toThrow('1 others: instances/tax-001/workspace/misc/office-notes.md');
  });
});
