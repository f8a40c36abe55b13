/** Rules from files: the same three in every format, and every fault with its line. */
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { UserError } from '../../src/errors.ts';
import { readOwnRules } from '../../src/rulebook/read-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'rules-'));
let files = 0;

function file(ending: string, content: string | Uint8Array): string {
  const path = join(folder, `${(files += 1)}${ending}`);
  writeFileSync(path, content);
  return path;
}

const RULES = [
  { id: 'wet', premise: 'it rains, hard', conclusion: 'the "street" is wet' },
  { id: 'dry', premise: 'it shines', conclusion: 'the street is dry' },
];
const columns = { id: RULES.map(({ id }) => id), premise: RULES.map(({ premise }) => premise), conclusion: RULES.map(({ conclusion }) => conclusion) };

async function parquet(): Promise<string> {
  const source = file('.jsonl', RULES.map((rule) => JSON.stringify(rule)).join('\n'));
  const target = file('.parquet', '');
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT * FROM read_json('${source}', format = 'newline_delimited')) TO '${target}' (FORMAT parquet)`);
  connection.closeSync();
  instance.closeSync();
  return target;
}

describe('the same rules', () => {
  it.each([
    ['.jsonl', RULES.map((rule) => `${JSON.stringify(rule)}\n`).join('\n')],
    ['.json', JSON.stringify(RULES, null, 2)],
    ['.csv', 'premise,conclusion,id,note\n"it rains, hard","the ""street"" is wet",wet,x\r\nit shines,the street is dry,dry,y\n'],
    ['.arrow stream', tableToIPC(tableFromArrays(columns), 'stream')],
    ['.arrow file', tableToIPC(tableFromArrays(columns), 'file')],
  ])('come from %s', async (name, content) => {
    expect(await readOwnRules(file(name.split(' ')[0]!, content))).toEqual(RULES);
  });

  it('come from .parquet', async () => {
    expect(await readOwnRules(await parquet())).toEqual(RULES);
  });
});

it('reads texts, structured RuleWorld rules and exported rows, numbering those without an id', async () => {
  const lines = [
    '"If A runs, A is tired."',
    '{"text": "Chase(A, B) ⇒ Enter(B, Bridge)"}',
    '{"relation": "Env2State", "environment": "bridge", "state": {"word": "dizzy", "adverb": "deeply"}}',
    '{"id": 7, "relation": "Env2State", "fol": "Enter(A, Cave) ⇒ Become(A, Happy)", "nl": "If A enters cave, it will become happy.", "structure": "{}"}',
  ];
  expect(await readOwnRules(file('.jsonl', lines.join('\n')))).toEqual([
    { id: '1', premise: 'If A runs', conclusion: 'A is tired' },
    { id: '2', premise: 'Chase(A, B)', conclusion: 'Enter(B, Bridge)' },
    { id: '3', premise: 'If A enters bridge', conclusion: 'it will become deeply dizzy' },
    { id: '7', premise: 'If A enters cave', conclusion: 'it will become happy' },
  ]);
});

describe("KBLaM's rows", () => {
  it('are read with and without their key', async () => {
    const rows = [
      { name: 'Sky', description_type: 'color', description: 'blue', Q: 'What?', A: 'Blue.', key_string: 'the color of Sky' },
      { name: 'Sea', entity_type: 'water', description_type: 'depth', description: 'deep' },
    ];
    expect(await readOwnRules(file('.json', JSON.stringify(rows)))).toEqual([
      { id: '1', premise: 'the color of Sky', conclusion: 'blue' },
      { id: '2', premise: 'the depth of Sea', conclusion: 'deep' },
    ]);
  });

  // Published rows, beside the project where they are at hand.
  it.each([['kblam-sample.json', 4], ['kblam-test-dataset.jsonl', 2]])('of %s are %d rules', async (name, count) => {
    const path = join('..', 'shared', 'outside', name);
    if (existsSync(path)) expect(await readOwnRules(path)).toHaveLength(count);
    else await expect(readOwnRules(path)).rejects.toThrow(`${path}: expected a readable file of rules`);
  });
});

describe('faults', () => {
  const message = async (path: string): Promise<string> => {
    const error: unknown = await readOwnRules(path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message.replaceAll(path, 'FILE');
  };

  it('are named together, each with its line', async () => {
    const lines = ['{"premise": "a", "conclusion": "b"}', '{"conclusion": "b"}', '', '{"text": "no premise here"}', '{"premise": "c", "conclusion": 4}', '{"words": 1}', '17'];
    expect((await message(file('.jsonl', lines.join('\n')))).split('\n')).toEqual([
      'FILE: 5 faults in the rules',
      '  FILE:2: a rule without a premise',
      '  FILE:4: a rule without a premise: "no premise here"; write "If …, …" or "… ⇒ …"',
      '  FILE:5: conclusion is a text, got 4',
      '  FILE:6: no premise and conclusion, and no text; the fields are: words',
      '  FILE:7: expected an object or a text, got 17',
      '  fix: mend these lines; docs/own-rules.md says what a rule needs',
    ]);
  });

  it('of a list name the line on which the rule begins', async () => {
    const text = '[\n  {"text": "a => b, [c]"},\n\n  {\n    "text": "x \\" } , ["\n  }, "nothing",\n  "e => f"\n]';
    expect((await message(file('.json', text))).match(/FILE:\d+/g)).toEqual(['FILE:4', 'FILE:6']);
  });

  it('of a table of values name its lines', async () => {
    expect(await message(file('.csv', 'premise,conclusion\na,b\n"c\nd",\n'))).toMatch(/FILE:4: a rule without a conclusion/);
    expect(await message(file('.csv', 'premise,conclusion\na,b,c\n'))).toMatch(/^FILE:2: expected comma-separated values/);
  });

  it('are duplicates, conflicts and ids given twice, with the rule and line of the other', async () => {
    const lines = ['{"id": "x", "text": "If a, b"}', '{"id": "y", "text": "if A, B."}', '{"id": "z", "text": "If a, c"}', '{"id": "x", "text": "If q, r"}'];
    const said = await message(file('.jsonl', lines.join('\n')));
    expect(said).toContain('FILE:2: the same rule twice: "if A, B." and rule x "If a, b." (line 1)');
    expect(said).toContain('FILE:3: one premise, two conclusions: "If a, c." and rule x "If a, b." (line 1)');
    expect(said).toContain('FILE:4: two rules have the id x');
  });

  it('beyond twenty are counted', async () => {
    expect(await message(file('.jsonl', '{}\n'.repeat(25)))).toMatch(/25 faults[\s\S]*… and 5 more\n {2}fix: /);
  });

  it.each([
    ['.jsonl', '', /an empty set/],
    ['.json', '[]', /an empty set/],
    ['.csv', 'premise,conclusion\n', /an empty set/],
    ['.jsonl', '{"premise": ', /^FILE:1: expected one JSON object/],
    ['.json', '{"premise": "a"}', /expected a JSON list/],
    ['.json', '[1', /expected JSON/],
    ['.arrow', 'no arrow', /expected an Arrow file|an empty set/],
    ['.parquet', 'no parquet', /expected a Parquet file/],
    ['.txt', 'If a, b', /expected a file of rules: \.jsonl, .*\n {2}got: \.txt/],
  ])('of a %s file that holds %j', async (ending, content, expected) => {
    expect(await message(file(ending, content))).toMatch(expected);
  });

  it('of a file that is not there', async () => {
    expect(await message(join(folder, 'none.jsonl'))).toMatch(/ENOENT[\s\S]*fix: check the path/);
  });
});
