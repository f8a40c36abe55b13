/** Questions from rules by templates: every rule is asked about in every split, each time in other words. */
import { randomStream } from '../../random.ts';
import { comparable, type OwnRule } from '../rule.ts';
import type { OwnQuestion } from './own-question.ts';
import { premiseParts } from './premise.ts';
import { reword, SPLITS, worded, WORDINGS, type Split } from './wordings.ts';

/** Questions about each premise, by split. */
export type QuestionCounts = Readonly<Record<Split, number>>;

/** Rules that share a premise are asked about together, since a question names the premise alone. */
export function templateQuestions(rules: readonly OwnRule[], counts: QuestionCounts, seed: string): OwnQuestion[] {
  return [...byPremise(rules).values()].flatMap((group) => SPLITS.flatMap((split) => questionsOf(group, split, counts[split], seed)));
}

function byPremise(rules: readonly OwnRule[]): Map<string, OwnRule[]> {
  const groups = new Map<string, OwnRule[]>();
  for (const rule of rules) {
    const key = comparable(rule.premise);
    groups.set(key, [...(groups.get(key) ?? []), rule]);
  }
  return groups;
}

function questionsOf(group: readonly OwnRule[], split: Split, count: number, seed: string): OwnQuestion[] {
  const [first] = group as readonly [OwnRule, ...OwnRule[]];
  const random = randomStream(`${seed}|${split}|${first.id}`);
  const { kind, body } = premiseParts(first.premise);
  const wordings = random.shuffle(WORDINGS[kind][split]);
  return Array.from({ length: count }, (_, at) => ({
    id: `${first.id}/${split}/${at + 1}`,
    split,
    text: worded(wordings[at % wordings.length] as string, reword(kind, body, split, random), split, random),
    rules: group.map(({ id }) => id),
    by: 'template',
  }));
}
