/** A small world from configuration to verified files. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { run as checkRulesFile } from '../../pipelines/check-rules.ts';
import { run as generate } from '../../pipelines/generate.ts';
import { run as verify } from '../../pipelines/verify-dataset.ts';
import { dataFileName } from '../../src/ruleworld/dataset/hf-folder.ts';
import { readQuestions, readWorldQuestions } from '../../src/ruleworld/dataset/questions.ts';
import { allRules, readRules, readWorldRules } from '../../src/ruleworld/dataset/rules.ts';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../../src/ruleworld/dataset/schema.ts';
import { encodeArrow } from '../../src/ruleworld/dataset/write-arrow.ts';
import { ruleText } from '../../src/ruleworld/rule-text.ts';
import type { Rule, WorldQuestion } from '../../src/ruleworld/types.ts';
import { completion, startFakeServer, status, type FakeAnswer, type FakeServer, type ReceivedRequest } from '../endpoint/fake-server.ts';
import { SMALL_WORLDS } from './small-data.ts';

const YAML = `
seed: test
shardSize: 20
${SMALL_WORLDS}
splits:
  original:
    train: { single-rule: 20, multi-rule-2: 10, multi-rule-8: 5, multi-hop-2: 10, multi-hop-4: 5 }
    validation: { single-rule: 3, multi-hop-3: 2 }
    test: { single-rule: 4, multi-rule-2: 3, multi-hop-3: 2 }
  held-out:
    test: { single-rule: 3, multi-hop-2: 3 }
`;

let root: string;
let config: string;
let made: string;
const quiet = { print: (): void => undefined };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'dynarule-generate-'));
  config = join(root, 'small.yaml');
  writeFileSync(config, YAML);
  made = await generate({ config, overrides: [`output=${join(root, 'one')}`], workers: 1, ...quiet });
});
afterAll(() => rmSync(root, { recursive: true }));

function filesBelow(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path).toString('base64')]));
}

describe('generate', () => {
  it('makes the same files with any number of workers', async () => {
    const two = await generate({ config, overrides: [`output=${join(root, 'two')}`], workers: 2, ...quiet });
    const files = filesBelow(two);
    expect(files).toEqual(filesBelow(made));
    // 50 training questions in shards of 20
    expect([...files.keys()].filter((name) => name.startsWith('questions-original/train/data-'))).toHaveLength(3);
  });

  it('makes as many questions of each sub-task as are asked for', () => {
    const table = readQuestions(join(made, 'questions-original'), 'train');
    expect(table.length).toBe(50);
    expect(table.rowsOf('multi-rule-2')).toHaveLength(10);
    expect(readQuestions(join(made, 'questions-held-out'), 'test').length).toBe(6);
    expect(readRules(join(made, 'rules-held-out')).length).toBe(1160);
  });

  it('makes other questions of another seed', async () => {
    const other = await generate({ config, overrides: [`output=${join(root, 'other')}`, 'seed=other'], workers: 1, ...quiet });
    const first = (folder: string): WorldQuestion => readWorldQuestions(join(folder, 'questions-original'), 'train').question(0);
    expect(first(other).question).not.toEqual(first(made).question);
  });

  it('says which questions a world is too small for, and leaves no folder', async () => {
    const output = join(root, 'too-small');
    const overrides = [`output=${output}`, 'splits.original.test.single-rule=400', 'splits.original.test.multi-hop-4=400'];
    const failing = generate({ config, overrides, workers: 1, ...quiet });
    await expect(failing).rejects.toThrow(/splits.original.test.multi-hop-4: expected enough rules/);
    await expect(failing).rejects.toMatchObject({ name: 'UserError' });
    expect(existsSync(output)).toBe(false);
  });

  it('refuses an empty rule set', async () => {
    const none = 'worlds.original.counts={Entity2Attr: 0, AttrChange2Attr: 0, Action2Env: 0, Action2Attr: 0, Action2State: 0, Env2State: 0, State2Attr: 0}';
    await expect(generate({ config, overrides: [none], ...quiet })).rejects.toThrow('an empty rule set');
  });
});

describe('generate with merging by an endpoint', () => {
  /** Four of the seven questions have several parts; the others are not asked about. */
  const merged = `
seed: merged
${SMALL_WORLDS}
splits:
  original:
    train: { multi-rule-3: 2, multi-hop-2: 2 }
    test: { multi-rule-8: 2, multi-rule-2: 1 }
  held-out: {}
`;
  const merging = ({ baseUrl }: FakeServer): string => `merging.endpoint={baseUrl: "${baseUrl}", model: m, retries: 0}`;
  const textOf = ({ body }: ReceivedRequest): string => body.messages[1]?.content ?? '';
  const rewriting: FakeAnswer = (response, request) => completion(`Well: ${textOf(request)}`)(response, request);

  function make(server: FakeServer, name: string, lines: string[] = []): Promise<string> {
    const path = join(root, 'merged.yaml');
    writeFileSync(path, merged);
    const overrides = [`output=${join(root, name, 'data')}`, merging(server)];
    return generate({ config: path, overrides, workers: 2, print: (line) => lines.push(line) });
  }

  const questionsOf = (folder: string, split: 'train' | 'test'): WorldQuestion[] => {
    const table = readWorldQuestions(join(folder, 'questions-original'), split);
    return Array.from({ length: table.length }, (_, row) => table.question(row));
  };

  it('rewrites merged questions alone, asks nothing twice, and is verified like any other data', async () => {
    const server = await startFakeServer(rewriting);
    const lines: string[] = [];
    try {
      const folder = await make(server, 'merged', lines);
      const questions = [...questionsOf(folder, 'train'), ...questionsOf(folder, 'test')];
      for (const { subtask, question, provenance } of questions) {
        const asked = subtask === 'multi-rule-3' || subtask === 'multi-rule-8';
        expect(question.NL.startsWith('Well: ')).toBe(asked);
        expect(provenance.templates.every((template) => template.startsWith('rewritten '))).toBe(asked);
      }
      expect(server.requests).toHaveLength(4);
      expect(lines).toContain('merging: 4 questions rewritten by the endpoint, 0 left as the template has them');
      await expect(verify({ folder, ...quiet })).resolves.toEqual({ rules: 2320, questions: 7 });
      const first = filesBelow(folder);
      expect(filesBelow(await make(server, 'merged'))).toEqual(first);
      expect(server.requests).toHaveLength(4);
    } finally {
      await server.close();
    }
  });

  it('leaves the text of the template where the check fails, and shows why', async () => {
    const server = await startFakeServer(completion('Who knows?'));
    const lines: string[] = [];
    try {
      const folder = await make(server, 'unmerged', lines);
      const texts = questionsOf(folder, 'train').map(({ question }) => question.NL);
      expect(texts).not.toContain('Who knows?');
      expect(lines).toContain('merging: 0 questions rewritten by the endpoint, 4 left as the template has them, such as for');
      expect(lines.find((line) => line.startsWith('  lost ['))).toBeDefined();
    } finally {
      await server.close();
    }
  });

  it('ends where the endpoint fails, leaves no folder, and goes on from what was answered', async () => {
    const failing = await startFakeServer(rewriting, status(404, 'no such model'));
    try {
      await expect(make(failing, 'stopped')).rejects.toThrow('status 404');
      await expect(make(failing, 'stopped')).rejects.toMatchObject({ name: 'UserError' });
      expect(existsSync(join(root, 'stopped', 'data'))).toBe(false);
      const asked = failing.requests.map(textOf);
      expect(asked.filter((text) => text === asked[0])).toHaveLength(1);
    } finally {
      await failing.close();
    }
  });
});

describe('verify-dataset', () => {
  /** A copy of the data whose first test questions are changed. */
  function planted(name: string, change: (question: WorldQuestion) => WorldQuestion): string {
    const folder = join(root, name);
    cpSync(made, folder, { recursive: true });
    const table = readWorldQuestions(join(folder, 'questions-original'), 'test');
    const questions = Array.from({ length: table.length }, (_, row) => table.question(row));
    const path = join(folder, 'questions-original', 'test', dataFileName(0, 1, 'arrow'));
    writeFileSync(path, encodeArrow(WORLD_QUESTION_COLUMNS, questions.map((question, row) => (row === 0 ? change(question) : question)), {}));
    return folder;
  }

  it('agrees with the generator', async () => {
    // 2 × 1160 rules; 50 + 5 + 9 + 6 questions
    await expect(verify({ folder: made, ...quiet })).resolves.toEqual({ rules: 2320, questions: 70 });
  });

  it('finds a wrong answer', async () => {
    const folder = planted('wrong-answer', (question) => ({ ...question, answer: '77' }));
    await expect(verify({ folder, ...quiet })).rejects.toThrow(/1 fault\n.*the answer is "77", the rules say/);
  });

  it('finds a gold rule too many, and one that does not exist', async () => {
    const with1 = (id: number) => (question: WorldQuestion): WorldQuestion => ({
      ...question,
      steps: [...question.steps, { explanation: { FOL: '', NL: '' }, gold: [id] }],
    });
    const idle = planted('idle-rule', (question) => with1(question.steps[0]?.gold[0] === 5 ? 6 : 5)(question));
    await expect(verify({ folder: idle, ...quiet })).rejects.toThrow('gold rules that the proof does not need: ');
    const unknown = planted('unknown-rule', with1(99_999));
    await expect(verify({ folder: unknown, ...quiet })).rejects.toThrow('gold rules that the repository has not: 99999');
  });

  it('finds a missing gold rule', async () => {
    const folder = planted('missing-rule', (question) => ({ ...question, steps: question.steps.slice(1) }));
    await expect(verify({ folder, ...quiet })).rejects.toThrow('the gold rules give no answer');
  });

  it('finds a training question in the test split', async () => {
    const trained = readWorldQuestions(join(made, 'questions-original'), 'train').question(0);
    const folder = planted('leak', () => ({ ...trained, id: 'leaked' }));
    await expect(verify({ folder, ...quiet })).rejects.toThrow(
      /leaked: the same FOL text is in train\n.*the same NL text is in train\n.*the same gold rules or problem are in train/,
    );
  });

  it('finds questions that are not all there, and a split that is missing', async () => {
    const fewer = join(root, 'fewer');
    cpSync(made, fewer, { recursive: true });
    const table = readWorldQuestions(join(fewer, 'questions-held-out'), 'test');
    const path = join(fewer, 'questions-held-out', 'test', dataFileName(0, 1, 'arrow'));
    writeFileSync(path, encodeArrow(WORLD_QUESTION_COLUMNS, [0, 1, 2, 3].map((row) => table.question(row)), {}));
    await expect(verify({ folder: fewer, ...quiet })).rejects.toThrow(
      'held-out/test questions: expected 6, as generation.json says, got 4',
    );
    rmSync(join(fewer, 'questions-held-out'), { recursive: true });
    await expect(verify({ folder: fewer, ...quiet })).rejects.toThrow(/questions-held-out.*test/);
  });

  it('needs to know what a folder is to hold', async () => {
    const folder = join(root, 'no-manifest');
    cpSync(made, folder, { recursive: true });
    rmSync(join(folder, 'generation.json'));
    await expect(verify({ folder, ...quiet })).rejects.toThrow('generation.json');
  });

  it('finds a conflict between rules, and rules of both repositories', async () => {
    const folder = join(root, 'shared-rules');
    cpSync(made, folder, { recursive: true });
    const original = allRules(readWorldRules(join(folder, 'rules-original')));
    const rules = original.map((rule, id): Rule => (id === 1 ? { ...(original[0] as Rule), id } : rule));
    const rows = rules.map((rule) => ({ rule, texts: ruleText(rule) }));
    writeFileSync(join(folder, 'rules-held-out', dataFileName(0, 1, 'arrow')), encodeArrow(RULE_COLUMNS, rows, {}));
    await expect(verify({ folder, ...quiet })).rejects.toThrow(/held-out: duplicate: [^]*held-out: rule 0 is also in original/);
  });
});

describe('check-rules', () => {
  it('passes a generated repository', async () => {
    const lines: string[] = [];
    await checkRulesFile({ path: join(made, 'rules-original'), print: (line) => lines.push(line) });
    expect(lines).toEqual([`${join(made, 'rules-original')}: 1160 rules, consistent`]);
  });

  it('fails on planted faults in a file of lines', async () => {
    const dizzy = { word: 'dizzy', adverb: null };
    const path = join(root, 'rules.jsonl');
    const rules = [
      { relation: 'Env2State', environment: 'bridge', state: dizzy },
      { relation: 'Env2State', environment: 'bridge', state: dizzy },
    ];
    writeFileSync(path, rules.map((rule) => JSON.stringify(rule)).join('\n'));
    await expect(checkRulesFile({ path, ...quiet })).rejects.toThrow(/not consistent \(findings: 1\)\n {2}duplicate/);
  });

  it('names the line and the field of a rule without a premise', async () => {
    const path = join(root, 'no-premise.jsonl');
    writeFileSync(path, '\n{"relation": "Env2State", "state": {"word": "dizzy", "adverb": null}}\n');
    await expect(checkRulesFile({ path, ...quiet })).rejects.toThrow(/no-premise.jsonl:2: expected a rule[^]*environment/);
  });

  it('refuses an empty file', async () => {
    const path = join(root, 'empty.jsonl');
    writeFileSync(path, '');
    await expect(checkRulesFile({ path, ...quiet })).rejects.toThrow('expected at least one rule');
  });
});
