/** Entity2Attr rules: what an entity has to begin with. */
import type { Entity2Attr } from './types.ts';
import { attributeAt, type AttributePlan } from './world-attributes.ts';
import { allowed, drawCount, firstId, relationStream, requireRoom, shareOut, visitRandomly, type Draft } from './world-draft.ts';
import { ENTITIES } from './world-names.ts';

/** Spreads the rules evenly over the attributes in use, so that every attribute that changes has a count to begin with. */
export function drawEntityAttributes(draft: Draft, plan: AttributePlan): Entity2Attr[] {
  const random = relationStream(draft, 'Entity2Attr');
  const base = firstId(draft, 'Entity2Attr');
  const entities = [...ENTITIES];
  const rules: Entity2Attr[] = [];
  const missing = shareOut(plan.used, draft.config.counts.Entity2Attr, (index, wanted) =>
    visitRandomly(entities, wanted, random, (entity) => {
      const attribute = attributeAt(index);
      const count = drawCount(draft.config.entityCount, random);
      const rule: Entity2Attr = { id: base + rules.length, relation: 'Entity2Attr', entity, attribute, count };
      if (!allowed(draft, rule)) return false;
      rules.push(rule);
      return true;
    }),
  );
  requireRoom(draft, 'Entity2Attr', missing);
  return rules;
}
