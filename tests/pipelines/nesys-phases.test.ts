/** The workshop, its clusters, induced rules in real Python, selection and router, one after the other. */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as cluster } from '../../pipelines/nesys-cluster.ts';
import { run as induce } from '../../pipelines/nesys-induce.ts';
import { run as route } from '../../pipelines/nesys-route.ts';
import { run as select } from '../../pipelines/nesys-select.ts';
import { run as workshop } from '../../pipelines/nesys-workshop.ts';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { UserError } from '../../src/errors.ts';
import { readEvaluationSet } from '../../src/nesys/data/read-set.ts';
import { writeNumeric } from '../../src/nesys/data/write-numeric.ts';
import { loadPhases } from '../../src/nesys/phases/config.ts';
import { openBank } from '../../src/nesys/phases/open-bank.ts';

const root = mkdtempSync(join(tmpdir(), 'nesys-phases-'));
const experiment = join(root, 'small.yaml');
const printed: string[] = [];
const common = { experiment, root, print: (line: string): void => void printed.push(line) };

const MISSING = [
  'Nothing comes of nothing.',
  '```python',
  'import re',
  '',
  'def rule_missing(state, action, choice):',
  '    """Without its material an action changes nothing."""',
  '    needs = {"Saw a log.": "logs?", "Smelt ore.": "ore", "Fire clay.": "clay", "Melt sand.": "sand", "Forge nails.": "ingots?"}',
  '    if action not in needs or re.search(rf"\\d {needs[action]}\\b", state):',
  '        return 0',
  '    return 1 if choice == state else -1',
  '```',
].join('\n');

beforeAll(async () => {
  const replies = ['No idea.', MISSING, 'No idea.', 'No idea.'];
  writeFileSync(join(root, 'replies.jsonl'), replies.map((reply) => `${JSON.stringify({ reply })}\n`).join(''));
  const lines = [
    'name: small',
    `workshop: { folder: ${root}/questions, train: 120, dev: 80, test: 20 }`,
    `questions: { train: ${root}/questions/train.jsonl, dev: ${root}/questions/dev.jsonl }`,
    'clustering: { features: tfidf, optics: { minSamples: 200 } }',
    `induction: { proposer: { kind: recorded, file: ${root}/replies.jsonl }, rounds: 2, reflections: 1, clusters: 1 }`,
    `router: { dev: ${root}/dev.json, test: ${root}/dev.json, folds: 2, trees: { rounds: 3 } }`,
  ];
  writeFileSync(experiment, lines.join('\n'));
  await workshop(common);
});

it('makes questions that the readers of evaluation files know', () => {
  const { questions, environment, choices } = readEvaluationSet(join(root, 'questions/dev.jsonl'));
  expect([questions.length, environment]).toEqual([80, 'workshop']);
  expect(questions.every(({ logProbs }) => logProbs.every((logProb) => logProb === 0))).toBe(true);
  expect(choices?.[0]).toHaveLength(4);
});

it('clusters errors and writes them down', async () => {
  const [only, ...others] = await cluster(common);
  expect(others).toEqual([]);
  const record = JSON.parse(readFileSync(join(root, 'small/clusters.json'), 'utf8')) as { errors: unknown[] }[];
  expect(record[0]?.errors).toHaveLength(only!.errors.length);
});

it('clusters errors by the embeddings of a small MiniLM as by words', async () => {
  await initBackend();
  // Encoders live as long as the process does.
  tf.engine().startScope();
  for (const features of ['embeddings', 'both']) {
    const set = [`clustering.features=${features}`, 'clustering.encoder=tests/oracle/minilm-tiny', 'clustering.optics.minSamples=3'];
    const clusters = await cluster({ ...common, set });
    const ids = clusters.flatMap(({ errors }) => errors.map(({ question }) => question.id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(clusters.length).toBeGreaterThan(1);
    expect(await cluster({ ...common, set })).toEqual(clusters);
  }
  tf.engine().endScope();
  await expect(cluster({ ...common, set: ['clustering.features=both', 'clustering.encoder=models/nowhere'] })).rejects.toThrow('models/nowhere');
});

it('induces a rule in Python, after a reflection, and writes a file that is read as rules', async () => {
  const bank = await induce(common);
  expect(bank.rules.map(({ id, about }) => [id, about])).toEqual([['rule_missing', 'Without its material an action changes nothing.']]);
  expect(printed.some((line) => line.includes('no rule that helps'))).toBe(true);
  const again = await openBank({ ...loadPhases(experiment), rules: join(root, 'small/rules.py') }, common.print);
  expect(again).toEqual(bank);
});

it('selects by the rules of the project', async () => {
  const { chosen } = await select({ ...common, set: ['rules=workshop', 'selection.share=0.5'] });
  expect(chosen.length).toBeGreaterThanOrEqual(60);
  for (const file of ['selected.jsonl', 'selected-evenly.jsonl']) expect(readEvaluationSet(join(root, 'small', file)).questions).toHaveLength(chosen.length);
  await expect(select(common)).rejects.toThrow('rules by which questions are selected');
});

it('tells what went wrong with rules of a Python file', async () => {
  const file = join(root, 'failing.py');
  writeFileSync(file, 'def rule_fails(state, action, choice):\n    return int(action)\n\ndef rule_os(state, action, choice):\n    import os\n');
  const told = async (command: typeof cluster | typeof select): Promise<string[]> => {
    const lines: string[] = [];
    await command({ ...common, set: [`rules=${file}`], print: (line) => lines.push(line) });
    return lines.filter((line) => line.startsWith('rule_'));
  };
  // 120 training questions and 80 of dev.
  const expected = [expect.stringMatching(/^rule_fails: ValueError: invalid literal/), 'rule_os: import of os is refused (line 5); scores 0 for 200 questions, the first of them train-0'];
  for (const command of [cluster, select]) expect(await told(command)).toEqual(expect.arrayContaining(expected));
});

it('routes what was scored', async () => {
  const bank = await openBank({ ...loadPhases(experiment), rules: 'workshop' }, common.print);
  writeNumeric(join(root, 'dev.json'), { environment: 'workshop', model: null, rules: bank.rules, questions: bank.dev.scored });
  const { dev, test } = await route(common);
  expect([dev.total, test?.total]).toEqual([80, 80]);
  expect(dev.bound).toBeGreaterThanOrEqual(dev.routed);
  expect(existsSync(join(root, 'small/router.json'))).toBe(true);
  await expect(route({ ...common, set: ['router.folds=50'] })).rejects.toThrow(UserError);
});

it('asks for a proposer', async () => {
  await expect(induce({ ...common, set: ['induction.proposer=null'] })).rejects.toThrow('induction.proposer');
});
