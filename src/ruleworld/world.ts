/**
 * Rule repositories (paper, Appendix A). A world is drawn from a seed so that
 * its rules agree: no two with the same premise and affected thing, no cycle,
 * and no second path from a cause to what it affects.
 */
import { drawAttrChanges, planAttributes } from './world-attributes.ts';
import type { WorldConfig } from './world-config.ts';
import type { Draft } from './world-draft.ts';
import { drawActionEffects, drawStateEffects } from './world-effects.ts';
import { drawEntityAttributes } from './world-entities.ts';
import { drawEvents } from './world-events.ts';
import { openReach } from './world-reach.ts';
import type { Rule } from './types.ts';

/** A rule repository: `rules[i].id === i`. */
export interface World {
  readonly rules: readonly Rule[];
}

/**
 * Draws the repository of this seed. `forbidden` holds the keys (`ruleKey`) of
 * rules that it must not have. Throws a UserError for counts that cannot be
 * reached.
 */
export function generateWorld(config: WorldConfig, seed: string, forbidden: ReadonlySet<string> = new Set()): World {
  const draft: Draft = { config, seed, forbidden };
  const attributes = planAttributes(draft);
  const changes = drawAttrChanges(draft, attributes);
  const events = drawEvents(draft);
  const plan = { attributes, events, reach: openReach(events, changes) };
  const actionEffects = drawActionEffects(draft, plan);
  const stateEffects = drawStateEffects(draft, plan);
  const parts: readonly (readonly Rule[])[] = [
    drawEntityAttributes(draft, attributes),
    changes,
    events.environments,
    actionEffects,
    events.actionStates,
    events.environmentStates,
    stateEffects,
  ];
  return { rules: parts.flat() };
}
