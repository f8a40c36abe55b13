/** Questions to methods that inject rules into a random model, and what holds for each of these methods. */
import type { Method, MethodInput } from '../../src/methods/method.ts';
import { questionOfSeed } from '../../src/ruleworld/question.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';

/** The single-rule question of a seed, with the rules that it is asked against. */
export const input = (seed: string, representation: 'FOL' | 'NL', pool: number[]): MethodInput => ({
  question: questionOfSeed({ rules: TINY_RULES }, 'single-rule', seed),
  representation,
  pool,
});

/** Questions in both forms with pools of different sizes. */
export const BATCH: readonly MethodInput[] = [
  input('a', 'NL', [7, 2, 11, 0, 5]),
  input('b', 'FOL', [3, 1]),
  input('c', 'NL', [8, 9, 10, 1, 2, 3]),
];

/** Answers must not depend on the questions beside them. */
export async function expectSameAlone(method: Method): Promise<void> {
  const together = await method.answer(BATCH);
  for (const [index, one] of BATCH.entries()) {
    const [alone] = await method.answer([one]);
    const { retrievedPerStep, text, prompt } = together[index]!;
    expect(prompt).toContain(one.question.question[one.representation]);
    expect(text).toBe(alone!.text);
    const ids = (lists: typeof retrievedPerStep): number[][] => lists.map((list) => list.map(({ id }) => id));
    expect(ids(retrievedPerStep)).toEqual(ids(alone!.retrievedPerStep));
  }
}
