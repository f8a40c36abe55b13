/** Changes of attributes by actions and states: Action2Attr, State2Attr. */
import type { Random } from '../random.ts';
import { stateKey } from './rule-key.ts';
import type { Action2Attr, Attribute, ChangeVerb, Relation, Rule, State, State2Attr } from './types.ts';
import { attributeAt, type AttributePlan } from './world-attributes.ts';
import {
  allowed,
  drawCount,
  drawDirection,
  drawVerb,
  firstId,
  relationStream,
  requireRoom,
  shareOut,
  visitRandomly,
  type Draft,
} from './world-draft.ts';
import { orderedParts, type Events } from './world-events.ts';
import { claim, partKey, reachableStates, type Reach } from './world-reach.ts';

/** What both relations draw from. `reach` remembers what has been drawn. */
export interface EffectPlan {
  readonly attributes: AttributePlan;
  readonly events: Events;
  readonly reach: Reach;
}

interface Change {
  readonly attribute: Attribute;
  readonly verb: ChangeVerb;
  readonly count: number;
}

/** Draws changes for one place, returns how many were possible. */
type Drawer = (place: string, wanted: number, make: (change: Change, id: number) => Rule) => number;

export function drawActionEffects(draft: Draft, plan: EffectPlan): Action2Attr[] {
  const random = relationStream(draft, 'Action2Attr');
  const rules: Action2Attr[] = [];
  const draw = drawer(draft, plan, random, 'Action2Attr', rules);
  const missing = shareOut(orderedParts(random), draft.config.counts.Action2Attr, (part, wanted) =>
    draw(partKey(part), wanted, (change, id) => ({ id, relation: 'Action2Attr', ...part, ...change })),
  );
  requireRoom(draft, 'Action2Attr', missing);
  return rules;
}

/** States that something leads to come first; only what they have no room for goes to the others. */
export function drawStateEffects(draft: Draft, plan: EffectPlan): State2Attr[] {
  const random = relationStream(draft, 'State2Attr');
  const rules: State2Attr[] = [];
  const draw = drawer(draft, plan, random, 'State2Attr', rules);
  const drawFor = (state: State, wanted: number): number =>
    draw(stateKey(state), wanted, (change, id) => ({ id, relation: 'State2Attr', state, ...change }));
  const reachable = random.shuffle(reachableStates(plan.events));
  const left = shareOut(reachable, draft.config.counts.State2Attr, drawFor);
  requireRoom(draft, 'State2Attr', shareOut(plan.events.otherStates, left, drawFor));
  return rules;
}

function drawer<R extends Action2Attr | State2Attr>(
  draft: Draft,
  { attributes, reach }: EffectPlan,
  random: Random,
  relation: Relation,
  rules: R[],
): Drawer {
  const { causeShare, changeCount } = draft.config;
  const base = firstId(draft, relation);
  const causes = [...attributes.causes];
  const results = [...attributes.results];
  return (place, wanted, make) => {
    const accept = (index: number): boolean => {
      const direction = drawDirection(random);
      const change = { attribute: attributeAt(index), verb: drawVerb(direction, random), count: drawCount(changeCount, random) };
      const rule = make(change, base + rules.length) as R;
      if (!allowed(draft, rule) || !claim(reach, place, index, direction)) return false;
      rules.push(rule);
      return true;
    };
    const share = Math.floor(wanted * causeShare + random.next());
    const fromCauses = visitRandomly(causes, share, random, accept);
    const fromResults = visitRandomly(results, wanted - fromCauses, random, accept);
    const drawn = fromCauses + fromResults;
    return drawn + visitRandomly(causes, wanted - drawn, random, accept);
  };
}
