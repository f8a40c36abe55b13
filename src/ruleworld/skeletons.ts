/**
 * The shapes of a proof (paper, Appendix A): single rules, pairs with an
 * Entity2Attr rule, chains, and how rules add up to a merged question.
 */
import type { Relation, Subtask } from './types.ts';

/** A shape of proof: relations in the order of their application. */
export interface Skeleton {
  /** "State2Attr", "Entity2Attr+State2Attr" or "Env2State>State2Attr". */
  readonly name: string;
  readonly kind: 'single' | 'pair' | 'chain';
  readonly relations: readonly Relation[];
}

/** Relations whose result is a change of an attribute. */
export const CHANGE_RELATIONS = ['Action2Attr', 'State2Attr', 'AttrChange2Attr'] as const;

const chain = (...relations: Relation[]): Skeleton => ({ name: relations.join('>'), kind: 'chain', relations });

export const PAIRS: readonly Skeleton[] = CHANGE_RELATIONS.map((relation) => ({
  name: `Entity2Attr+${relation}`,
  kind: 'pair',
  relations: ['Entity2Attr', relation],
}));

/** Chains by their number of hops. */
export const CHAINS: Readonly<Record<2 | 3 | 4, readonly Skeleton[]>> = {
  2: [
    chain('Action2Env', 'Env2State'),
    chain('Env2State', 'State2Attr'),
    chain('Action2State', 'State2Attr'),
    chain('State2Attr', 'AttrChange2Attr'),
    chain('Action2Attr', 'AttrChange2Attr'),
  ],
  3: [
    chain('Action2Env', 'Env2State', 'State2Attr'),
    chain('Env2State', 'State2Attr', 'AttrChange2Attr'),
    chain('Action2State', 'State2Attr', 'AttrChange2Attr'),
  ],
  4: [chain('Action2Env', 'Env2State', 'State2Attr', 'AttrChange2Attr')],
};

/** The skeleton of one rule. */
export function singleSkeleton(relation: Relation): Skeleton {
  return { name: relation, kind: 'single', relations: [relation] };
}

/** How often each relation is drawn where one rule is asked for; relative weights. */
export type RelationWeights = Readonly<Record<Relation, number>>;

/** Even over the three large relations and the four small ones together. */
export const DEFAULT_RELATION_WEIGHTS: RelationWeights = {
  Entity2Attr: 1,
  State2Attr: 1,
  AttrChange2Attr: 1,
  Action2Env: 0.25,
  Action2Attr: 0.25,
  Action2State: 0.25,
  Env2State: 0.25,
};

/** The most sub-questions in one merged question. */
const MAX_PARTS = 4;

/** Ways to write a number of rules as sub-questions of two rules and of one, such as 5 = 2 + 2 + 1. */
export function partSizes(ruleCount: number): (1 | 2)[][] {
  const ways: (1 | 2)[][] = [];
  for (let pairs = 0; pairs * 2 <= ruleCount; pairs += 1) {
    const singles = ruleCount - pairs * 2;
    const parts = pairs + singles;
    if (parts > MAX_PARTS || parts < 2) continue;
    ways.push([...Array<2>(pairs).fill(2), ...Array<1>(singles).fill(1)]);
  }
  return ways;
}

/** What a sub-task asks for: one part of a kind, or a number of rules to be merged. */
export type SubtaskPlan =
  | { readonly kind: 'single' }
  | { readonly kind: 'pair' }
  | { readonly kind: 'merge'; readonly rules: number }
  | { readonly kind: 'chain'; readonly hops: 2 | 3 | 4 };

export const SUBTASK_PLANS: Readonly<Record<Subtask, SubtaskPlan>> = {
  'single-rule': { kind: 'single' },
  'multi-rule-2': { kind: 'pair' },
  'multi-rule-3': { kind: 'merge', rules: 3 },
  'multi-rule-4': { kind: 'merge', rules: 4 },
  'multi-rule-5': { kind: 'merge', rules: 5 },
  'multi-rule-6': { kind: 'merge', rules: 6 },
  'multi-rule-7': { kind: 'merge', rules: 7 },
  'multi-rule-8': { kind: 'merge', rules: 8 },
  'multi-hop-2': { kind: 'chain', hops: 2 },
  'multi-hop-3': { kind: 'chain', hops: 3 },
  'multi-hop-4': { kind: 'chain', hops: 4 },
};
