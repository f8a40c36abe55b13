/** Questions from rules by templates: every rule is asked about in every split, each time in other words. */
import { randomStream } from '../../random.ts';
import { comparable, type OwnRule } from '../rule.ts';
import type { OwnQuestion } from './own-question.ts';
import { premiseParts } from './premise.ts';
import { reword, worded } from './reword.ts';
import { wordedLoosely } from './worded-loosely.ts';
import { SPLITS, WORDINGS, type Split } from './wordings.ts';

/** Questions about each premise, by split. */
export type QuestionCounts = Readonly<Record<Split, number>>;

/**
 * Rules that share a premise are asked about together, since a question names the premise alone. Each is tested by as many
 * questions in wordings of training as in those of the test.
 */
export function templateQuestions(rules: readonly OwnRule[], counts: QuestionCounts, seed: string): OwnQuestion[] {
  return [...byPremise(rules).values()].flatMap((group) => {
    const own = SPLITS.flatMap((split) => questionsOf(group, split, counts[split], seed));
    return [...own, ...unseenTexts(group, counts.test, own, seed)];
  });
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
  const { first, random, kind, body, wordings } = askedAbout(group, split, `${seed}|${split}`);
  const worder = (wording: string, clause: string): string => (split === 'train' ? wordedLoosely(wording, clause, random) : worded(wording, clause));
  return Array.from({ length: count }, (_, at) => ({
    id: `${first.id}/${split}/${at + 1}`,
    split,
    text: worder(wordings[at % wordings.length] as string, reword(kind, body, split, random)),
    rules: group.map(({ id }) => id),
    by: 'template',
  }));
}

/** Tries of other words for a text that is not among the training questions. */
const TRIES = 20;

function unseenTexts(group: readonly OwnRule[], count: number, own: readonly OwnQuestion[], seed: string): OwnQuestion[] {
  const { first, random, kind, body, wordings } = askedAbout(group, 'train', `${seed}|unseen texts`);
  const seen = new Set(own.map(({ text }) => comparable(text)));
  const texts: string[] = [];
  for (let at = 0; at < TRIES * count && texts.length < count; at += 1) {
    const text = worded(wordings[at % wordings.length] as string, reword(kind, body, 'train', random));
    if (!seen.has(comparable(text))) texts.push(text);
    seen.add(comparable(text));
  }
  const rules = group.map(({ id }) => id);
  return texts.map((text, at) => ({ id: `${first.id}/unseen text/${at + 1}`, split: 'test', text, rules, by: 'trained template' }));
}

function askedAbout(group: readonly OwnRule[], split: Split, seed: string) {
  const [first] = group as readonly [OwnRule, ...OwnRule[]];
  const random = randomStream(`${seed}|${first.id}`);
  const { kind, body } = premiseParts(first.premise);
  return { first, random, kind, body, wordings: random.shuffle(WORDINGS[kind][split]) };
}
