import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { codeOf } from '../../../src/nesys/induction/prompt.ts';
import { recordedProposer } from '../../../src/nesys/induction/proposer.ts';
import { readRuleFile, ruleText, splitRules, strayLine, writeRuleFile } from '../../../src/nesys/induction/rule-file.ts';

const FIRST = 'import re\nfrom math import floor\n\ndef rule_one(state, action, choice):\n    """First."""\n\n    return 0\n';
const SECOND = '# counts\ndef rule_two(\n    state,\n    action,\n    choice,\n):\n    return 1\n';
const SHARED = `# Mine.
import re
from math import (
    floor as down,
)

LIMIT = {
"a": 2,
}
UNUSED = '''
def rule_text(
'''

if 1 > 2:
    UNIT = 3
else:
    UNIT = 1

def rule_first(s, a, c):
    return re.search('x', c)

from functools import cache

@cache
def helper(x):
    return re.sub('a', '', x)

def rule_second(s, a, c):
    limit = LIMIT["a"]
# at the margin
    return down(len(helper(c)) - limit)

class Other:
    pass

def rule_third(s, a, c):
    return len(helper(c))
`;
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

  it('keeps what rules share in a file of a user, when one of them is taken out and the file is written anew', () => {
    const [first, second] = [splitRules(SHARED)[0]!, splitRules(SHARED)[1]!];
    expect(first).toBe("# Mine.\nimport re\nfrom math import (\n    floor as down,\n)\n\nif 1 > 2:\n    UNIT = 3\nelse:\n    UNIT = 1\n\ndef rule_first(s, a, c):\n    return re.search('x', c)\n");
    for (const part of ['LIMIT = {\n"a": 2,\n}', '@cache\ndef helper(x):', 'import re', 'from functools import cache', 'floor as down', 'UNIT = 1', '# at the margin\n    return down']) expect(second).toContain(part);
    expect(second).not.toMatch(/rule_first|UNUSED|class Other/);

    const path = join(folder, 'shared.py');
    const rules = [first, second, ruleText(SHARED, 'rule_third')!].map((source, index) => ({ id: `rule_${index}`, about: '', source }));
    writeRuleFile(path, rules.slice(1));
    const text = readRuleFile(path);
    expect([...text.matchAll(/def helper/g)]).toHaveLength(1);
    expect([...text.matchAll(/def rule_/g)]).toHaveLength(2);
    // Nothing is lost or added by going through a file once more.
    writeRuleFile(path, splitRules(text).map((source, index) => ({ id: `rule_${index}`, about: '', source })));
    expect(readRuleFile(path)).toBe(text);
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
