/** Files that are missing, cut short or of another kind give one clear error each. */
import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { UserError } from '../../../src/errors.ts';
import { integerColumn } from '../../../src/ruleworld/dataset/columns.ts';
import { readQuestions } from '../../../src/ruleworld/dataset/questions.ts';
import { readRules, readWorldRules } from '../../../src/ruleworld/dataset/rules.ts';
import { RULE_COLUMNS, type RuleRow } from '../../../src/ruleworld/dataset/schema.ts';
import { encodeArrow } from '../../../src/ruleworld/dataset/write-arrow.ts';
import { SAMPLE_RULE_ROWS } from './sample.ts';

const WRITTEN = fileURLToPath(new URL('./fixtures/written', import.meta.url));
let folder: string;
let rules: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dynarule-faults-'));
  cpSync(WRITTEN, folder, { recursive: true });
  rules = join(folder, 'rules');
  file = join(rules, 'data-00000-of-00002.arrow');
});
afterEach(() => rmSync(folder, { recursive: true }));

function refused(message: string | RegExp): void {
  expect(() => readRules(rules)).toThrow(UserError);
  expect(() => readRules(rules)).toThrow(message);
}

it('a missing folder', () => {
  rules = join(folder, 'nowhere');
  refused('no such folder');
});

it('a missing split', () => {
  expect(() => readQuestions(join(folder, 'questions'), 'validation')).toThrow(/expected the split validation/);
});

it('a missing data file', () => {
  rmSync(file);
  refused(`${file}: expected the Arrow file that state.json names`);
});

it.each([0, 7, 100, 1000, 1967])('a file cut after %i bytes', (length) => {
  truncateSync(file, length);
  refused(`${file}: expected a complete Arrow IPC stream\n  got: ${length} bytes without its end mark`);
});

it('a file whose schema is damaged', () => {
  const bytes = readFileSync(file);
  bytes.fill(0xee, 0, 64);
  writeFileSync(file, bytes);
  refused(/is truncated or not Arrow/);
});

it('a table of another kind: all columns are named', () => {
  cpSync(join(folder, 'questions', 'train', 'data-00000-of-00001.arrow'), file);
  refused('id is Utf8 and not Int32; no column fol; no column nl');
});

it('a file that is Arrow, but not ours', () => {
  writeFileSync(file, tableToIPC(tableFromArrays({ x: Int32Array.of(1) }), 'stream'));
  refused('no column id');
});

it('ids that are out of order', () => {
  const [, ...others] = RULE_COLUMNS;
  const columns = [integerColumn<RuleRow>('id', (row) => row.rule.id + 1), ...others];
  writeFileSync(file, encodeArrow(columns, SAMPLE_RULE_ROWS, {}));
  refused('got: id 1 in row 0');
});

it('a structure without a premise: the field is named', () => {
  const [id, relation, fol, nl] = RULE_COLUMNS;
  const structure = RULE_COLUMNS[4];
  if (!id || !relation || !fol || !nl || !structure) throw new Error('five columns expected');
  const rows = SAMPLE_RULE_ROWS.slice(0, 4).map((row) => ({ ...row, rule: { ...row.rule, entity: undefined } }));
  writeFileSync(file, encodeArrow<RuleRow>([id, relation, fol, nl, structure], rows as unknown as RuleRow[], {}));
  expect(() => readWorldRules(rules).rule(0)).toThrow(/structure of rule 0: expected a rule[^]*entity/);
});
