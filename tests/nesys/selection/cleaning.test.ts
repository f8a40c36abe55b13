import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rightCount, withRule, type RuleBank } from '../../../src/nesys/induction/bank.ts';
import { openJournal } from '../../../src/nesys/induction/journal.ts';
import { discardHarmful, harmOf, repairHarmful } from '../../../src/nesys/selection/cleaning.ts';
import { doubling, letterScores, replying, startBank, toolsOf } from '../induction/support.ts';

const SETTINGS = { scale: 'spread+1', reflections: 1, examples: 3 } as const;

/** A bank with these rules, by their replies. */
async function bankWith(...sources: string[]): Promise<RuleBank> {
  let bank = startBank();
  for (const source of sources) {
    const [train, dev] = [await letterScores(source, bank.train.questions), await letterScores(source, bank.dev.questions)];
    const rule = { ...train.rules[0]!, source };
    bank = withRule(bank, { rule, train: train.scores.map(([row]) => row ?? null), dev: dev.scores.map(([row]) => row ?? null) });
  }
  return bank;
}

const GOOD = doubling('good', 'a');
const BAD = doubling('bad', 'b').replace('doubles', 'halves');
const WORSE = doubling('worse', 'c').replace('doubles', 'halves');

function freshRecord(): string {
  return join(mkdtempSync(join(tmpdir(), 'cleaning-')), 'induction.jsonl');
}

describe('harmOf', () => {
  it('is what dev gains without each rule', async () => {
    // Of 12 dev questions 4 are of each letter, 2 of which are right without rules: "a" gains 2, "b" backwards loses 2.
    const bank = await bankWith(GOOD, BAD);
    expect(rightCount(bank.dev, 'spread+1')).toBe(6);
    expect(harmOf(bank, 'spread+1')).toEqual([-2, 2]);
  });
});

describe('discardHarmful', () => {
  it('takes away harmful rules one by one, and records it', async () => {
    const record = freshRecord();
    const clean = discardHarmful(await bankWith(BAD, GOOD, WORSE), 'spread+1', openJournal(record));
    expect(clean.rules.map(({ id }) => id)).toEqual(['rule_good']);
    expect(rightCount(clean.dev, 'spread+1')).toBe(8);
    const events = readFileSync(record, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as { rule: string; dev: object });
    expect(events.map(({ rule, dev }) => [rule, dev])).toEqual([
      ['rule_bad', { before: 4, after: 6, total: 12 }],
      ['rule_worse', { before: 6, after: 8, total: 12 }],
    ]);
  });

  it('leaves a bank without harm as it is', async () => {
    const bank = await bankWith(GOOD);
    expect(discardHarmful(bank, 'spread+1', openJournal(freshRecord()))).toBe(bank);
  });
});

describe('repairHarmful', () => {
  it('puts a version that helps in the place of a harmful rule', async () => {
    const proposer = replying(doubling('mended', 'b'));
    const bank = await repairHarmful(await bankWith(BAD, GOOD), toolsOf(proposer, openJournal(freshRecord())), SETTINGS);
    expect(bank.rules.map(({ id }) => id)).toEqual(['rule_good', 'rule_mended']);
    expect(rightCount(bank.dev, 'spread+1')).toBe(10);
    expect(proposer.asked).toHaveLength(1);
    expect(proposer.asked[0]).toContain('The rule rule_bad does more harm than good');
    expect(proposer.asked[0]).toMatch(/wrong because of it \(\d shown\):\n\nExample 1\nState: a room\nAction: press b/);
  });

  it('keeps the rule where no version helps', async () => {
    const start = await bankWith(BAD, GOOD);
    const idle = doubling('idle', 'z');
    // An idle version is better than the harmful rule; one that is as harmful is not.
    const as = BAD.replace('rule_bad', 'rule_as_bad');
    expect(await repairHarmful(start, toolsOf(replying(as, as), openJournal(freshRecord())), SETTINGS)).toEqual(start);
    const bank = await repairHarmful(start, toolsOf(replying(as, idle), openJournal(freshRecord())), SETTINGS);
    expect(bank.rules.map(({ id }) => id)).toEqual(['rule_good', 'rule_idle']);
  });
});
