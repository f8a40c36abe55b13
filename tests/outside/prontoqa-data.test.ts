import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as importOutside } from '../../pipelines/import-outside.ts';
import { UserError } from '../../src/errors.ts';
import { chainsOf } from '../../src/outside/chains.ts';
import { prontoQaData } from '../../src/outside/prontoqa-data.ts';
import { readProntoQa } from '../../src/outside/prontoqa-file.ts';
import { readQuestions, readWorldQuestions } from '../../src/ruleworld/dataset/questions.ts';
import { readRules } from '../../src/ruleworld/dataset/rules.ts';
import { FIRST, SECOND, THIRD, type PublishedEntry } from './sample.ts';

const PUBLISHED = '../shared/outside/prontoqa-half.json';
const CONFIG = 'experiments/prontoqa-data.yaml';
const folder = mkdtempSync(join(tmpdir(), 'outside-'));
const file = join(folder, 'source.json');
afterAll(() => rmSync(folder, { recursive: true }));

function reading(entries: readonly PublishedEntry[]): ReturnType<typeof readProntoQa> {
  writeFileSync(file, JSON.stringify(entries));
  return readProntoQa(file);
}

describe('reading', () => {
  it('finds rules, the given class and the published chain', () => {
    const [theory] = reading([FIRST]);
    expect(theory?.rules.map(({ subject, conclusion }) => `${subject} ${conclusion.name}`)).toEqual([
      'wumpus cold', 'wumpus jompus', 'jompus loud', 'jompus impus', 'impus sweet', 'dumpus sweet',
    ]);
    expect(theory?.published).toEqual({ start: 'wumpus', rules: [1, 3, 4] });
  });

  it.each<[string, PublishedEntry, RegExp]>([
    ['an answer that the chain contradicts', { ...FIRST, answer: 'A' }, /first: the explanation contradicts the answer A/],
    ['a chain with a gap', { ...FIRST, explanation: FIRST.explanation.toSpliced(1, 2) }, /rule 1 of the explanation is about jompus, not wumpus/],
    ['a rule that the context lacks', { ...FIRST, explanation: FIRST.explanation.with(1, 'Each wumpus is a zumpus.') }, /rule 1 of the explanation is not in the context/],
    ['a chain that ends elsewhere', { ...FIRST, question: 'True? Rex is cold.' }, /does not end in what is asked/],
    ['a context without a fact', { ...FIRST, context: FIRST.context.replace('Rex is a wumpus.', '') }, /first: 0 sentences that are no rules, not one fact/],
    ['another answer', { ...FIRST, answer: 'C' }, /answer/],
  ])('refuses %s', (_, entry, message) => {
    expect(() => reading([entry])).toThrow(UserError);
    expect(() => reading([entry])).toThrow(message);
  });

  it('refuses text that is no JSON', () => {
    writeFileSync(file, '[{');
    expect(() => readProntoQa(file)).toThrow(/source\.json source: expected a JSON list/);
  });
});

it('chains lead from every class to what has one answer', () => {
  const [theory] = reading([FIRST]);
  // From wumpus: cold, loud by one class, sweet by two; from jompus: loud, sweet; from impus and dumpus: sweet.
  const all = chainsOf(theory!, 3).map(({ start, rules }) => `${start} ${rules.join(' ')}`);
  expect(all).toEqual(['wumpus 0', 'wumpus 1 2', 'wumpus 1 3 4', 'jompus 2', 'jompus 3 4', 'impus 4', 'dumpus 5']);
  expect(chainsOf(theory!, 2)).toHaveLength(6);
  // A second rule about what is sweet, within reach of a jompus: from there it has no one answer.
  const doubled = { ...theory!, rules: [...theory!.rules, { ...theory!.rules[5]!, subject: 'jompus' }] };
  expect(chainsOf(doubled, 3).filter(({ start }) => start === 'jompus')).toEqual([{ start: 'jompus', rules: [2] }]);
});

describe('the data', () => {
  const made = prontoQaData(reading([FIRST, SECOND, THIRD]), { validation: 1, test: 1 }, 'seed');

  it('gives a class one name in its theory, and another in every other', () => {
    const subjects = made.rules.map(({ texts }) => texts.FOL.split('(')[0]);
    expect(subjects[0]).toBe(subjects[1]);
    // Wumpus, jompus, impus and dumpus of the first theory, impus and wumpus of the others.
    expect(new Set(subjects).size).toBe(4 + 2 + 2);
    expect(made.rules.map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('words rules as the original does, and in logic', () => {
    const [cold, , loud] = made.rules;
    expect(cold?.texts.NL).toMatch(/^Every [a-z ]+ thing is not truly [a-z]+\.$/);
    expect(cold?.texts.FOL).toMatch(/^[A-Z][a-z_]+\(A\) ⇒ Not\(Become\(A, Truly_[a-z]+\)\)$/);
    expect(loud?.texts.NL).toMatch(/^[A-Z][a-z ]+ things are truly [a-z]+\.$/);
  });

  it('gives a property one name in every theory, and to no other', () => {
    // Last words of the rules about what is cold, loud, sweet (twice), and happy (in two theories).
    const [cold, loud, sweet, notSweet, happy, happyToo] = [0, 2, 4, 5, 7, 9].map((at) => /(\w+)\.$/.exec(made.rules[at]!.texts.NL)?.[1]);
    expect([notSweet, happyToo]).toEqual([sweet, happy]);
    expect(new Set([cold, loud, sweet, happy]).size).toBe(4);
  });

  it('asks the published question of test and validation theories, and every chain of the others', () => {
    const { train, validation, test } = made.questions;
    expect([validation.length, test.length]).toEqual([1, 1]);
    const theoryOf = (id: string): string => id.split('/')[2]!;
    const theories = [train, validation, test].map((questions) => [...new Set(questions.map(({ id }) => theoryOf(id)))]);
    expect(theories.flat().toSorted()).toEqual(['first', 'second', 'third']);
  });

  it('has the rules of the chain as gold steps, and their words in the explanations', () => {
    const question = Object.values(made.questions).flat().find(({ steps }) => steps.length === 3)!;
    const sweet = question.answer;
    expect(question.subtask).toBe('multi-hop-3');
    expect(made.rules[4]?.texts.NL).toMatch(new RegExp(` thing is ${sweet}\\.$`));
    expect(question.steps.map(({ gold }) => gold)).toEqual([[1], [3], [4]]);
    expect(question.steps.map(({ explanation }) => explanation.FOL)).toEqual([1, 3, 4].map((id) => made.rules[id]?.texts.FOL));
    expect(question.steps[2]?.explanation.NL).toMatch(new RegExp(`^A is [a-z ]+, so A becomes ${sweet}$`));
    expect(question.question.NL).toMatch(new RegExp(`^If A is [a-z ]+, does A become ${sweet} or not ${sweet}\\?$`));
    expect(question.question.FOL).toMatch(/^[A-Z][a-z_]+\(A\) ⊢ \? = Become\(A, (Truly_[a-z]+)\) or Not\(Become\(A, \1\)\)$/);
  });
});

describe('import-outside', () => {
  const output = join(folder, 'made');
  const overrides = [`source=${file}`, `output=${output}`, 'splits.validation=1', 'splits.test=1'];

  it('writes what training and evaluation read', async () => {
    writeFileSync(file, JSON.stringify([FIRST, SECOND, THIRD]));
    const lines: string[] = [];
    await importOutside({ config: CONFIG, overrides, print: (line) => lines.push(line) });
    expect(lines).toEqual([expect.stringMatching(/made: 3 theories, 10 rules in one repository; questions: \d+ train, 1 validation, 1 test$/)]);
    expect(readRules(join(output, 'rules-original')).length).toBe(10);
    const test = readQuestions(join(output, 'questions-original'), 'test');
    expect(test.rowsOf(test.subtasks[0]!)).toEqual([0]);
    expect(() => readWorldQuestions(join(output, 'questions-original'), 'test')).toThrow(/no column problem/);
  });

  it('says that the source is missing', async () => {
    await expect(importOutside({ config: CONFIG, overrides: [...overrides, 'source=nowhere.json'] })).rejects.toThrow(
      /nowhere\.json source: expected the outside data, which does not come with the project\n {2}got: no such file/,
    );
  });

  it('reads the published file, where it is there', async () => {
    const lines: string[] = [];
    const importing = importOutside({ config: CONFIG, overrides: [`output=${join(folder, 'half')}`], print: (line) => lines.push(line) });
    if (existsSync(PUBLISHED)) {
      await importing;
      // 250 theories: 199 have 17 rules, 20 have 15, 17 have 13 and 14 have 11.
      expect(lines[0]).toMatch(/250 theories, 4058 rules in one repository; questions: 3500 train, 30 validation, 100 test/);
    } else await expect(importing).rejects.toThrow(/expected the outside data/);
  });
});
