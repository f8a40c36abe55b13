/** The commands over one's own rules with the tiny model that comes with the project. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run as ask } from '../../pipelines/ask.ts';
import { run as chat } from '../../pipelines/chat.ts';

const rules = join(mkdtempSync(join(tmpdir(), 'ask-')), 'rules.csv');
writeFileSync(rules, 'id,premise,conclusion\nbridge,If A enters bridge,it will become deeply dizzy\ncat,If A is a tiny cat,it has 4 strong horns\nhelp,If A helps B,A will gain 3 strong horns\n');
const model = { rules, model: 'checkpoints/tiny-base', adapters: 'checkpoints/tiny' };

/** What a command writes, piece by piece. */
async function written(work: (write: (text: string) => void) => Promise<void>): Promise<string[]> {
  const pieces: string[] = [];
  await work((text) => pieces.push(text));
  return pieces;
}

it('answers token by token, then gives the rules of each step', async () => {
  const pieces = await written((write) => ask({ ...model, question: 'If A enters bridge, what will it become?', write }));
  expect(pieces.length).toBeGreaterThan(8);
  expect(pieces.join('')).toMatch(/^\[Step\] A enters bridge, so A becomes deeply dizzy \\boxed\{deeply dizzy\}\nanswer: deeply dizzy\n\nstep 1: .*\n +\d\.\d\d {2}rule bridge: If A enters bridge, it will become deeply dizzy\.\n/);
});

it('gives one JSON object where it is asked for', async () => {
  const pieces = await written((write) => ask({ ...model, question: 'How many strong horns does a tiny cat have?', json: true, write }));
  const answer = JSON.parse(pieces.join('')) as { answer: string; steps: { rules: { id: string; relevance: number }[] }[] };
  expect(answer).toMatchObject({ answer: '4', finish: 'stop', rules_version: 0, steps: [{ rules: [{ id: 'cat', premise: 'If A is a tiny cat' }, {}, {}] }] });
});

it('says that no rule applies by the threshold of the shipped adapters, unless it is told not to', async () => {
  const question = 'How many wings does a red bird have?';
  const asked = async (refusal: boolean): Promise<unknown> => JSON.parse((await written((write) => ask({ ...model, question, refusal, json: true, write }))).join(''));
  expect(await asked(true)).toMatchObject({ text: 'No rule applies.', answer: null, refused: true });
  expect(await asked(false)).toMatchObject({ refused: false });
});

it('answers each line of a chat, and goes on after a question that it cannot take', async () => {
  const input = Readable.from(['How many strong horns does a tiny cat have?\n\n', `${'word '.repeat(1_100)}\n`, 'A helps B. How many strong horns does A gain?\n']);
  const text = (await written((write) => chat({ ...model, input, write }))).join('');
  expect(text).toMatch(/^3 rules\./);
  expect(text.match(/answer: .*|expected a question of at most \d+ tokens/g)).toEqual(['answer: 4', 'expected a question of at most 1023 tokens', 'answer: gain 3']);
});

it('says what is wrong with questions, rules and models', async () => {
  await expect(ask({ ...model, question: ' ' })).rejects.toThrow('expected a question\n  got: an empty text');
  await expect(ask({ ...model, rules: 'none.jsonl', question: 'Why?' })).rejects.toThrow('none.jsonl: expected a readable file of rules');
  await expect(ask({ ...model, adapters: 'checkpoints/tiny-base', question: 'Why?' })).rejects.toThrow('checkpoints/tiny-base');
});
