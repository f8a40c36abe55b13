import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { codeOf } from '../../../src/nesys/induction/prompt.ts';
import { recordedProposer } from '../../../src/nesys/induction/proposer.ts';
import { readRuleFile, ruleText, splitRules, strayLine, writeRuleFile } from '../../../src/nesys/induction/rule-file.ts';

const FIRST = 'import re\nfrom math import floor\n\ndef rule_one(state, action, choice):\n    """First."""\n\n    return 0\n';
const SECOND = '# counts\ndef rule_two(\n    state,\n    action,\n    choice,\n):\n    return 1\n';
const folder = mkdtempSync(join(tmpdir(), 'rules-'));

describe('a file of rules', () => {
  it('is split into rules with their imports and comments', () => {
    const path = join(folder, 'rules.py');
    const rule = (id: string, source: string | null) => ({ id, about: '', source });
    writeRuleFile(path, [rule('rule_one', FIRST), rule('library', null), rule('rule_two', SECOND)]);
    expect(splitRules(readRuleFile(path))).toEqual([FIRST, SECOND]);
    expect(ruleText(readFileSync(path, 'utf8'), 'rule_two')).toBe(SECOND);
    expect(ruleText(FIRST, 'rule_three')).toBeNull();
    expect(() => readRuleFile(join(folder, 'none.py'))).toThrow(UserError);
  });

  it('may have nothing else at top level', () => {
    expect(strayLine(FIRST)).toBeNull();
    expect(strayLine(SECOND)).toBeNull();
    expect(strayLine(`${FIRST}\nTABLE = {}\n`)).toBe('TABLE = {}');
    expect(strayLine('def helper(x):\n    return x\n')).toBe('def helper(x):');
  });
});

it('codeOf takes the last fenced block', () => {
  expect(codeOf('First\n```python\na\n```\nno:\n```py\nb\nc\n```\n')).toBe('b\nc\n');
  expect(codeOf('none')).toBeNull();
});

describe('recorded replies', () => {
  it('are given by their number', async () => {
    const path = join(folder, 'replies.jsonl');
    writeFileSync(path, '{"reply": "one"}\n{"reply": "two"}\n');
    const proposer = recordedProposer(path);
    expect(await proposer.propose([], 1)).toBe('two');
    await expect(proposer.propose([], 2)).rejects.toThrow('a reply with the number 3');
  });

  it('must be replies', () => {
    const path = join(folder, 'bad.jsonl');
    writeFileSync(path, '{"reply": "one"}\n{"text": "two"}\n');
    expect(() => recordedProposer(path)).toThrow('line 2');
  });
});
