/** `nesys score`: what it writes is what `nesys eval` reads. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as evaluate } from '../../pipelines/nesys-eval.ts';
import { run } from '../../pipelines/nesys-score.ts';
import { UserError } from '../../src/errors.ts';
import { readEvaluationSet } from '../../src/nesys/data/read-set.ts';
import { moveText, stateText } from '../nesys/symbolic/plancraft/inventory.ts';
import { silentStream } from '../nesys/symbolic/silent-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'nesys-score-'));
afterAll(() => rmSync(folder, { recursive: true }));

const state = stateText('torch', ['coal [A1] 1', 'stick [I3] 2']);
const right = stateText('torch', ['torch [0] 4', 'coal [A1] 1', 'stick [B1] 1', 'stick [I3] 1']);
const wrong = stateText('torch', ['coal [A1] 1', 'stick [B1] 1', 'stick [I3] 1']);
const question = { environment: 'plancraft', label: 'move_byproduct', state, action: moveText('I3', 'B1') };
const questions = join(folder, 'questions.jsonl');
const lines = [
  { id: 'first', ...question, choices: [wrong, right], correct: 1, logProbs: [-1, -3] },
  { id: 'second', ...question, choices: [right], correct: 0, logProbs: [-2] },
];
writeFileSync(questions, lines.map((line) => JSON.stringify(line)).join('\n'));

const out = join(folder, 'scores.json');
const score = (rules: string, told: string[] = [], shown: string[] = []) => run({ rules, questions, out, stream: silentStream(shown), print: (line) => told.push(line) });

function pythonFile(text: string): string {
  const file = join(folder, 'rules.py');
  writeFileSync(file, text);
  return file;
}

it("writes the project's own rules beside the log-probs", async () => {
  const told: string[] = [];
  const shown: string[] = [];
  await score('plancraft', told, shown);
  const set = readEvaluationSet(out);
  expect(set).toMatchObject({ environment: 'plancraft', ruleCount: 15 });
  expect(set.questions.map(({ logProbs, correct, label }) => ({ logProbs, correct, label }))).toEqual([
    { logProbs: [-1, -3], correct: 1, label: 'move_byproduct' },
    { logProbs: [-2], correct: 0, label: 'move_byproduct' },
  ]);
  const { rules } = JSON.parse(readFileSync(out, 'utf8')) as { rules: { id: string }[] };
  expect(set.questions[0]!.scores[rules.findIndex(({ id }) => id === 'recipe-gives-result')]).toEqual([-1, 1]);
  expect(await evaluate({ test: out, scale: '1', clip: false, json: true, print: () => undefined })).toMatchObject({
    neural: { right: 1, total: 2 },
    rules: { right: 2, total: 2 },
    nesys: { right: 2, total: 2 },
  });
  expect(told).toEqual([`${out}: 2 questions, 15 rules`]);
  expect(shown.at(-1)).toMatch(/^scoring 2\/2 \| questions \| [\d.e+]+\/s \| 0 s left\n$/);
});

it('writes those of a Python file, and tells what failed', async () => {
  const told: string[] = [];
  await score(pythonFile('def rule_torch(s, a, c):\n    return float("torch [0]" in c)\n\ndef rule_os(s, a, c):\n    import os\n    return 1\n'), told);
  expect(readEvaluationSet(out).questions.map(({ scores }) => scores)).toEqual([[[0, 1], null], [[1], null]]);
  expect(told).toEqual(['rule_os: import of os is refused (line 5); scores 0 for 2 questions, the first of them first', `${out}: 2 questions, 2 rules`]);
});

it('is refused by nesys eval where dev was scored by other rules, as many as those of test', async () => {
  const dev = join(folder, 'dev.json');
  const options = { questions, stream: silentStream([]), print: () => undefined };
  const function_ = (name: string): string => `def rule_${name}(s, a, c):\n    return float("torch [0]" in c)\n\n`;
  await run({ ...options, rules: pythonFile(function_('torch') + function_('goal')), out });
  await run({ ...options, rules: pythonFile(function_('torch') + function_('coal')), out: dev });
  const evaluated = evaluate({ test: out, dev, scale: '1', clip: false, json: true, print: () => undefined });
  await expect(evaluated).rejects.toThrow(UserError);
  await expect(evaluated).rejects.toThrow(`rules[1].id: expected the rules of ${out} in their order, of which rule 1 (from 0) is rule_goal\n  got: rule_coal`);
  rmSync(dev);
});

it('writes nothing for a file without rules', async () => {
  rmSync(out);
  const empty = score(pythonFile('LIMIT = 3\n'));
  await expect(empty).rejects.toThrow(UserError);
  await expect(empty).rejects.toThrow('expected at least one function whose name begins with rule_');
  expect(readdirSync(folder).sort()).toEqual(['questions.jsonl', 'rules.py']);
});
