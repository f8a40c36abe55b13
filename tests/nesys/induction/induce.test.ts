import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { rightCount, withoutRule, withRule, wrongAnswers } from '../../../src/nesys/induction/bank.ts';
import { induceRules, type InductionSettings } from '../../../src/nesys/induction/induce.ts';
import { openJournal, type JournalEvent } from '../../../src/nesys/induction/journal.ts';
import type { Proposer } from '../../../src/nesys/induction/proposer.ts';
import { doubling, replying, startBank, toolsOf } from './support.ts';

const SETTINGS: InductionSettings = {
  scale: 'spread+1',
  rounds: 3,
  clusters: 1,
  reflections: 2,
  examples: 3,
  seed: 'induction test',
  // A neighbourhood of more points than there are errors: all are worked on together.
  clustering: { features: 'tfidf', components: 5, umap: { dimensions: 2, neighbours: 3, minDistance: 0 }, optics: { minSamples: 100, xi: 0.05, minClusterSize: 0.1 } },
};

function freshRecord(): string {
  return join(mkdtempSync(join(tmpdir(), 'induction-')), 'induction.jsonl');
}

function eventsOf(record: string): JournalEvent[] {
  return readFileSync(record, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as JournalEvent);
}

function induce(proposer: Proposer, record: string, report?: (line: string) => void) {
  return induceRules(startBank(), toolsOf(proposer, openJournal(record)), SETTINGS, { encoder: null, ...(report === undefined ? {} : { report }) });
}

describe('a bank', () => {
  it('counts what neural model and rules of weight 1 answer together', () => {
    const bank = startBank();
    expect(rightCount(bank.dev, '1')).toBe(6);
    expect(wrongAnswers(bank.dev, '1').map(({ question, answered }) => [question.id, answered])).toContainEqual(['dev-1', 0]);
    const rule = { id: 'rule_all', about: '', source: null };
    const better = withRule(bank, { rule, train: bank.train.questions.map(() => null), dev: bank.dev.questions.map(({ correct }) => (correct === 1 ? [0, 2] : null)) });
    expect(rightCount(better.dev, '1')).toBe(12);
    expect(withoutRule(better, 0)).toEqual(bank);
  });
});

describe('induceRules', () => {
  it('takes rules that raise dev accuracy, reflects on the others, and ends after a round without any', async () => {
    // Round 1: "a" is taken. Round 2: "b" backwards, then "b" as it should be. Round 3: three versions that do nothing.
    const idle = doubling('idle', 'z');
    const proposer = replying(doubling('a', 'a'), doubling('b', 'b').replace('doubles', 'halves'), doubling('b', 'b'), idle, idle, idle);
    const record = freshRecord();
    const lines: string[] = [];
    const bank = await induce(proposer, record, (line) => lines.push(line));
    expect(bank.rules.map(({ id }) => id)).toEqual(['rule_a', 'rule_b']);
    expect(lines.map((line) => line.replace(/ \(.*\)/, ''))).toEqual([
      'round 1, cluster 1: rule_a, dev 6 → 8 of 12',
      'round 2, cluster 1: rule_b, dev 8 → 10 of 12',
      'round 3, cluster 1: no rule that helps',
    ]);
    const decisions = eventsOf(record).filter((event) => event.kind === 'decision');
    expect(decisions.map(({ rule, reflection, accepted, dev }) => [rule, reflection, accepted, dev?.after])).toEqual([
      ['rule_a', 0, true, 8],
      ['rule_b', 0, false, 6],
      ['rule_b', 1, true, 10],
      ['rule_idle', 0, false, 10],
      ['rule_idle', 1, false, 10],
      ['rule_idle', 2, false, 10],
    ]);
  });

  it('shows errors, the rules so far, and after a setback what it was', async () => {
    const idle = doubling('idle', 'z');
    const proposer = replying(doubling('a', 'a'), doubling('b', 'b').replace('doubles', 'halves'), idle, idle);
    await induce(proposer, freshRecord());
    const [first, second, third] = proposer.asked;
    expect(first).toContain('There are no rules yet.');
    expect(first).toMatch(/State: a room\nAction: press [abc]\nRight: (aa|bb|cc)\nThe model took: [abc]$/m);
    expect(second).toContain('- rule_a: doubles a');
    expect(second).not.toContain('press a');
    expect(third).toContain('6 of 12 are right with it, and 8 without');
    expect(third).toMatch(/Wrong only since it is there:\n\nExample 1\nState: a room\nAction: press b/);
    expect(first).not.toContain('dev-');
  });

  it('refuses what is no single rule, a name that is taken, and code at top level', async () => {
    const two = '```python\ndef rule_x(s, a, c):\n    return 0\ndef rule_y(s, a, c):\n    return 0\n```';
    const loose = '```python\nTABLE = {}\ndef rule_x(s, a, c):\n    """doubles b"""\n    return 0\n```';
    const record = freshRecord();
    await induce(replying('I do not know.', two, loose, 'Still not.', 'No.', 'No.'), record).catch(() => undefined);
    const reasons = eventsOf(record).flatMap((event) => (event.kind === 'decision' ? [event.reasons[0]] : []));
    expect(reasons.slice(0, 3)).toEqual([
      'there is no ```python block in the reply',
      'expected one function rule_…, got 2',
      'beside the function only imports may stand at top level, not "TABLE = {}": put helpers inside of it',
    ]);
    const taken = freshRecord();
    const idle = doubling('idle', 'z');
    await induce(replying(doubling('a', 'a'), doubling('a', 'b'), idle, idle), taken);
    expect(eventsOf(taken).some((event) => event.kind === 'decision' && event.reasons.includes('there is a rule rule_a already'))).toBe(true);
  });

  it('tells a rule that fails of its faults', async () => {
    const failing = doubling('f', 'b').replace('doubles', 'fails on');
    const proposer = replying(failing, failing, failing);
    await induce(proposer, freshRecord());
    expect(proposer.asked[1]).toContain('ValueError: no number (line 3)');
  });

  it('tells and records faults of each proposal, those on dev too, which the proposer does not see', async () => {
    const failing = doubling('f', 'b').replace('doubles', 'fails on');
    const [proposer, record] = [replying(failing, failing, failing), freshRecord()];
    const told: string[] = [];
    await induceRules(startBank(), { ...toolsOf(proposer, openJournal(record)), report: (line) => told.push(line) }, SETTINGS, { encoder: null });
    const faults = ['rule_f: ValueError: no number (line 3); scores 0 for 2 questions, the first of them train-0'];
    expect(told[0]).toBe(`round 1, cluster 1: ${faults[0]}`);
    const decisions = readFileSync(record, 'utf8').trim().split('\n').map((line) => JSON.parse(line) as { kind: string; faults?: string[] });
    expect(decisions.filter(({ kind }) => kind === 'decision').map((decision) => decision.faults)).toContainEqual(faults);
    expect(proposer.asked.join()).not.toContain('questions, the first of them');
  });

  it('ends at once where nothing is wrong', async () => {
    const right = startBank();
    const known = { rules: [], train: { questions: [], scored: [] }, dev: right.dev };
    const bank = await induceRules(known, toolsOf(replying(), openJournal(freshRecord())), SETTINGS, { encoder: null });
    expect(bank).toBe(known);
  });
});

describe('the record of an induction', () => {
  const idle = doubling('idle', 'z');
  const replies = [doubling('a', 'a'), doubling('b', 'b').replace('doubles', 'halves'), doubling('b', 'b'), idle, idle, idle];

  /** Fails like an endpoint that is down, after so many replies. */
  function breaking(after: number): Proposer {
    return { propose: (_, index) => (index < after ? Promise.resolve(replies[index]!) : Promise.reject(new UserError('no reply'))) };
  }

  it.each([0, 1, 2, 4])('goes on after %d replies, asks none of them again, and ends as if it had not stopped', async (after) => {
    const whole = freshRecord();
    const expected = await induce(replying(...replies), whole);
    const record = freshRecord();
    await expect(induce(breaking(after), record)).rejects.toThrow('no reply');
    appendFileSync(record, '{"kind":"rep'); // torn by a kill
    const proposer = replying(...replies);
    expect(await induce(proposer, record)).toEqual(expected);
    expect(proposer.asked).toHaveLength(replies.length - after);
    expect(readFileSync(record, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  it('is refused where it is of another induction, or no record', async () => {
    const record = freshRecord();
    await induce(replying(...replies), record);
    const other = { ...SETTINGS, seed: 'another' };
    const again = induceRules(startBank(), toolsOf(replying(), openJournal(record)), other, { encoder: null });
    await expect(again).rejects.toThrow('the record of this induction so far');
    writeFileSync(record, 'notes\n');
    expect(() => openJournal(record)).toThrow(UserError);
  });
});
