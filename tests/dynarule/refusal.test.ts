/** When no rule applies: scores of a retrieval by hand, and the file beside the adapters. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findsNothing, readRefusal, REFUSAL_SCORES, refusalScore, writeRefusal } from '../../src/dynarule/refusal.ts';

const ranked = (...scores: number[]) => scores.map((score, row) => ({ row, score }));

describe('the score of a retrieval', () => {
  it('is that of the best rule, its margin, its lead over the mean of those behind it, or relevance and margin together', () => {
    // 9 − 5 = 4; (5 + 3 + 1) / 3 = 3, 9 − 3 = 6; 9 + 4 = 13
    expect(REFUSAL_SCORES.map((name) => refusalScore(name, ranked(9, 5, 3, 1)))).toEqual([9, 4, 6, 13]);
  });

  it('looks at sixteen rules', () => {
    // fifteen rules of 2 behind the best one; the seventeenth would pull the mean down
    expect(refusalScore('lead', ranked(5, ...Array<number>(15).fill(2), -100))).toBe(3);
  });

  it('is the relevance where there is one rule alone', () => {
    expect(REFUSAL_SCORES.map((name) => refusalScore(name, ranked(4)))).toEqual([4, 4, 4, 4]);
  });
});

it('finds nothing below the threshold, in the steps that count', () => {
  const first = { score: 'best', steps: 'first', threshold: 2 } as const;
  expect(findsNothing(first, ranked(1.9), 0)).toBe(true);
  expect(findsNothing(first, ranked(2), 0)).toBe(false);
  expect(findsNothing(first, ranked(1.9), 1)).toBe(false);
  expect(findsNothing({ ...first, steps: 'every' }, ranked(1.9), 1)).toBe(true);
});

it('lies beside the adapters, where there is one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'refusal-'));
  expect(readRefusal(folder)).toBeNull();
  const refusal = { score: 'lead', steps: 'every', threshold: 1.25 } as const;
  writeRefusal(folder, refusal);
  expect(readRefusal(folder)).toEqual(refusal);
  writeFileSync(join(folder, 'refusal.json'), '{"schema": 1, "score": "luck"}');
  expect(() => readRefusal(folder)).toThrow(/refusal\.json: expected a threshold of refusal[^]*eval-refusal --write/);
});
