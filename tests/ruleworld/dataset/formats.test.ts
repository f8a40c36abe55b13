/** Parquet and lines of JSON hold the same rows as Arrow. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { WORLD_QUESTION_COLUMNS, RULE_COLUMNS } from '../../../src/ruleworld/dataset/schema.ts';
import { readRuleLines } from '../../../src/ruleworld/dataset/rule-lines.ts';
import { writeDataFile } from '../../../src/ruleworld/dataset/write-file.ts';
import { SAMPLE_QUESTIONS, SAMPLE_RULE_ROWS, SAMPLE_RULES } from './sample.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-formats-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const result = await connection.runAndReadAll(sql);
  return result.getRowObjectsJson();
}

it('parquet has the columns with their types', async () => {
  const path = join(folder, 'it\'s.parquet'); // a quote in the name must not end the statement
  await writeDataFile(path, 'parquet', WORLD_QUESTION_COLUMNS, SAMPLE_QUESTIONS, {});
  const from = `read_parquet('${path.replaceAll("'", "''")}')`;
  const types = await query(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${from}) WHERE column_name IN ('steps', 'problem')`);
  expect(types.map((row) => row['column_type'])).toEqual([
    'STRUCT(explanation_fol VARCHAR, explanation_nl VARCHAR, gold INTEGER[])[]',
    'VARCHAR',
  ]);
  const [first, second] = await query(`SELECT id, answer, steps[1].gold AS gold, templates, problem FROM ${from}`);
  expect(first).toMatchObject({ id: 'original/train/0', answer: '2', gold: [0], templates: ['given-then-asked'] });
  expect(second).toMatchObject({ answer: 'deeply dizzy, 5', gold: [2, 3], templates: ['asked', 'conditional'] });
  expect(JSON.parse(first?.['problem'] as string)).toEqual(SAMPLE_QUESTIONS[0]?.problem);
  expect(readdirSync(folder)).toEqual(["it's.parquet"]);
});

it('lines of JSON hold one row each, structure as an object', async () => {
  const path = join(folder, 'rules.jsonl');
  await writeDataFile(path, 'jsonl', RULE_COLUMNS, SAMPLE_RULE_ROWS, {});
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(lines).toHaveLength(6);
  expect(JSON.parse(lines[2] as string)).toEqual({
    id: 2,
    relation: 'Action2Env',
    fol: 'Rule_2(A) ⇒ Action2Env',
    nl: 'Rule 2, as “English”.',
    structure: SAMPLE_RULES[2],
  });
  expect(readRuleLines(path)).toEqual(SAMPLE_RULES);
});
