/** The settings of a rule repository. The defaults are the paper's train/eval subset (Table 5). */
import { z } from 'zod';
import { RELATIONS, type Relation } from './types.ts';

/** Numbers of rules, by relation. */
export type Counts = Readonly<Record<Relation, number>>;

/** Table 5, column "subset": 100,235 rules. */
export const SUBSET_COUNTS: Counts = {
  Entity2Attr: 74_888,
  AttrChange2Attr: 3_772,
  Action2Env: 100,
  Action2Attr: 200,
  Action2State: 200,
  Env2State: 100,
  State2Attr: 20_975,
};

/** Relations whose rules follow from the list of actions and environments; smaller worlds keep them whole. */
const FIXED: readonly Relation[] = ['Action2Env', 'Action2Attr', 'Action2State', 'Env2State'];

const count = (value: number) => z.int().nonnegative().default(value);
const range = (low: number, high: number) =>
  z
    .strictObject({ low: z.int().positive().default(low), high: z.int().positive().default(high) })
    .refine((bounds) => bounds.low <= bounds.high, 'low must not be more than high')
    .prefault({});

/** Schema of the settings; every key has a default. */
export const WorldSettings = z.strictObject({
  /** How many rules of each relation. */
  counts: z
    .strictObject({
      Entity2Attr: count(SUBSET_COUNTS.Entity2Attr),
      AttrChange2Attr: count(SUBSET_COUNTS.AttrChange2Attr),
      Action2Env: count(SUBSET_COUNTS.Action2Env),
      Action2Attr: count(SUBSET_COUNTS.Action2Attr),
      Action2State: count(SUBSET_COUNTS.Action2State),
      Env2State: count(SUBSET_COUNTS.Env2State),
      State2Attr: count(SUBSET_COUNTS.State2Attr),
    })
    .prefault({}),
  /** How many of an attribute an entity has. */
  entityCount: range(1, 9),
  /** How many an action or a state adds or takes. */
  changeCount: range(1, 5),
  /** How many each unit of a cause adds or takes. */
  unitCount: range(1, 3),
  /** AttrChange2Attr rules for each cause, such as "gain a strong horn", on average. */
  consequencesPerCause: z.number().positive().default(2.5),
  /** Share of the changes by actions and states that are causes of further changes. */
  causeShare: z.number().min(0).max(1).default(0.5),
});
export type WorldConfig = z.infer<typeof WorldSettings>;

/** The paper's subset. */
export const SUBSET_WORLD: WorldConfig = WorldSettings.parse({});

/** Counts of a world of `total` rules: actions and environments whole (or half of a world below 1,200 rules), the rest in the subset's proportions. */
export function scaledCounts(total: number): Counts {
  const whole = FIXED.reduce((sum, relation) => sum + SUBSET_COUNTS[relation], 0);
  const fixed = Math.min(whole, Math.floor(total / 2));
  const others = RELATIONS.filter((relation) => !FIXED.includes(relation));
  return Object.fromEntries([...apportioned(fixed, FIXED), ...apportioned(total - fixed, others)]) as Counts;
}

/** Shares `total` out in the subset's proportions; the first relation takes what rounding leaves. */
function apportioned(total: number, relations: readonly Relation[]): [Relation, number][] {
  const weight = relations.reduce((sum, relation) => sum + SUBSET_COUNTS[relation], 0);
  const shares = relations.map((relation): [Relation, number] => [
    relation,
    Math.floor((total * SUBSET_COUNTS[relation]) / weight),
  ]);
  const first = shares[0];
  if (first !== undefined) first[1] += total - shares.reduce((sum, [, share]) => sum + share, 0);
  return shares;
}
