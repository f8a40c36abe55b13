/**
 * The files against what the real `datasets` library made of them: fixtures/
 * holds our folder as the library opened it (written), its own copy (resaved)
 * and the rows it saw (rows.json); round_trip.py makes the last two.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableFromIPC, type Schema } from 'apache-arrow';
import { plainRow } from '../../../src/ruleworld/dataset/columns.ts';
import { readWorldQuestions } from '../../../src/ruleworld/dataset/questions.ts';
import { allRules, readWorldRules } from '../../../src/ruleworld/dataset/rules.ts';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../../../src/ruleworld/dataset/schema.ts';
import { SAMPLE_QUESTIONS, SAMPLE_RULE_ROWS, SAMPLE_RULES } from './sample.ts';
import { writeSample } from './write-sample.ts';

const FIXTURES = fileURLToPath(new URL('./fixtures', import.meta.url));

function filesBelow(folder: string): Map<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  return new Map(paths.map((path) => [relative(folder, path), readFileSync(path).toString('hex')]));
}

function schemaOf(...path: string[]): Schema {
  return tableFromIPC(readFileSync(join(FIXTURES, ...path))).schema;
}

describe('files of a data set', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'dynarule-files-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are, byte for byte, those that the library opened', async () => {
    await writeSample(folder);
    expect(filesBelow(folder)).toEqual(filesBelow(join(FIXTURES, 'written')));
  });
});

describe('the library', () => {
  const seen = JSON.parse(readFileSync(join(FIXTURES, 'rows.json'), 'utf8')) as Record<string, unknown>;

  it('saw the rows that were written', () => {
    const rules = SAMPLE_RULE_ROWS.map((row) => ({ ...plainRow(RULE_COLUMNS, row), structure: JSON.stringify(row.rule) }));
    expect(seen['rules']).toEqual(rules);
    const questions = SAMPLE_QUESTIONS.map((question) => ({
      ...plainRow(WORLD_QUESTION_COLUMNS, question),
      problem: JSON.stringify(question.problem),
    }));
    expect(seen['questions']).toEqual({ train: questions, test: questions });
  });

  it.each([
    ['rules', 'rules/data-00000-of-00002.arrow', 'rules/data-00000-of-00001.arrow'],
    ['questions', 'questions/train/data-00000-of-00001.arrow', 'questions/train/data-00000-of-00001.arrow'],
  ])('writes %s with the same Arrow types', (_, ours, theirs) => {
    const fields = (schema: Schema): string[] => schema.fields.map((field) => `${field.name} ${field.type} ${field.nullable}`);
    expect(fields(schemaOf('written', ours))).toEqual(fields(schemaOf('resaved', theirs)));
  });
});

describe.each(['written', 'resaved'])('reading %s files', (name) => {
  it('gives the rules', () => {
    const repository = readWorldRules(join(FIXTURES, name, 'rules'));
    expect(allRules(repository)).toEqual(SAMPLE_RULES);
    expect(repository.text(4, 'FOL')).toBe('Rule_4(A) ⇒ State2Attr');
    expect(repository.text(5, 'NL')).toBe('Rule 5, as “English”.');
    expect(repository.relation(3)).toBe('Env2State');
    expect(() => repository.rule(6)).toThrow('row 6 is outside 0 … 5');
  });

  it('gives the questions', () => {
    const table = readWorldQuestions(join(FIXTURES, name, 'questions'), 'test');
    expect([table.question(0), table.question(1)]).toEqual(SAMPLE_QUESTIONS);
    expect(table.rowsOf('multi-rule-3')).toEqual([1]);
    expect(table.rowsOf('multi-hop-2')).toEqual([]);
  });
});

it('keeps the configuration in the metadata', () => {
  expect(readWorldRules(join(FIXTURES, 'written', 'rules')).config).toBe('{"seed":"sample"}');
});
