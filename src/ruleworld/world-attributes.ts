/**
 * How attributes depend on one another. Attributes are split into causes and
 * results, so that a chain of changes ends after one AttrChange2Attr rule and
 * no cycle can arise.
 */
import { randomStream } from '../random.ts';
import type { AttrChange2Attr, Attribute, Direction } from './types.ts';
import type { WorldConfig } from './world-config.ts';
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
import { ATTRIBUTES, PARTS } from './world-names.ts';

/** Attributes by their index in `ATTRIBUTES`. */
export interface AttributePlan {
  /** Those that the world uses, shuffled. */
  readonly used: readonly number[];
  readonly causes: readonly number[];
  readonly results: readonly number[];
}

/** A change of one attribute in one direction. */
interface Cause {
  readonly attribute: number;
  readonly direction: Direction;
}

/** A world with few rules uses few attributes, so that its rules still speak of the same things. */
const ENTITIES_PER_ATTRIBUTE = 8;
const ATTRIBUTES_PER_CHANGE = 12;
const FEWEST_ATTRIBUTES = 64;

/** Chooses the attributes of the world and splits them. */
export function planAttributes(draft: Draft): AttributePlan {
  const { config } = draft;
  const indices = randomStream(`${draft.seed}/attributes`).shuffle([...ATTRIBUTES.keys()]);
  const used = indices.slice(0, attributesInUse(config));
  const wanted = Math.ceil(config.counts.AttrChange2Attr / (2 * config.consequencesPerCause));
  const causes = Math.min(wanted, Math.floor(used.length / 2));
  return { used, causes: used.slice(0, causes), results: used.slice(causes) };
}

function attributesInUse({ counts }: WorldConfig): number {
  const states = Math.max(1, counts.Action2State + counts.Env2State);
  const changes = counts.State2Attr / states + counts.Action2Attr / PARTS.length;
  return Math.ceil(
    Math.max(FEWEST_ATTRIBUTES, counts.Entity2Attr / ENTITIES_PER_ATTRIBUTE, ATTRIBUTES_PER_CHANGE * changes),
  );
}

/** Draws the AttrChange2Attr rules: every cause gets as many, give or take one. */
export function drawAttrChanges(draft: Draft, plan: AttributePlan): AttrChange2Attr[] {
  const random = relationStream(draft, 'AttrChange2Attr');
  const base = firstId(draft, 'AttrChange2Attr');
  const causes = plan.causes.flatMap((attribute): Cause[] => [
    { attribute, direction: 1 },
    { attribute, direction: -1 },
  ]);
  const results = [...plan.results];
  const rules: AttrChange2Attr[] = [];
  const add = (cause: Cause, result: number): boolean => {
    const rule: AttrChange2Attr = {
      id: base + rules.length,
      relation: 'AttrChange2Attr',
      cause: attributeAt(cause.attribute),
      causeVerb: drawVerb(cause.direction, random),
      attribute: attributeAt(result),
      verb: drawVerb(drawDirection(random), random),
      count: drawCount(draft.config.unitCount, random),
    };
    if (!allowed(draft, rule)) return false;
    rules.push(rule);
    return true;
  };
  const missing = shareOut(random.shuffle(causes), draft.config.counts.AttrChange2Attr, (cause, wanted) =>
    visitRandomly(results, wanted, random, (result) => add(cause, result)),
  );
  requireRoom(draft, 'AttrChange2Attr', missing);
  return rules;
}

export function attributeAt(index: number): Attribute {
  return ATTRIBUTES[index] as Attribute;
}
