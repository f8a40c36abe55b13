/**
 * What actions and environments lead to: Action2Env, Action2State, Env2State.
 * Every rule that leads to a state has a state of its own, so that no state is
 * reached by two ways.
 */
import type { Random } from '../random.ts';
import type { Action2Env, Action2State, Env2State, Rule, State } from './types.ts';
import { ENVIRONMENTS } from './vocabulary/environments.ts';
import { allowed, firstId, relationStream, requireRoom, type Draft } from './world-draft.ts';
import { PARTS, STATES, type Part } from './world-names.ts';

export interface Events {
  readonly environments: readonly Action2Env[];
  readonly actionStates: readonly Action2State[];
  readonly environmentStates: readonly Env2State[];
  /** States that no action and no environment leads to. */
  readonly otherStates: readonly State[];
}

export function drawEvents(draft: Draft): Events {
  const environments = drawActionEnvironments(draft);
  const states = relationStream(draft, 'Action2State').shuffle(STATES);
  const actionStates = drawActionStates(draft, states);
  const environmentStates = drawEnvironmentStates(draft, states);
  return { environments, actionStates, environmentStates, otherStates: states };
}

/** Parts in an order in which every action comes once before any comes twice. */
export function orderedParts(random: Random): Part[] {
  const actions = random.shuffle(PARTS.filter((part) => part.role === 'actor'));
  const first = actions.map(({ action }): Part => ({ action, role: random.chance(0.5) ? 'actor' : 'target' }));
  const second = first.map(({ action, role }): Part => ({ action, role: role === 'actor' ? 'target' : 'actor' }));
  return [...first, ...second];
}

/** Every environment is entered once before any is entered twice. */
function drawActionEnvironments(draft: Draft): Action2Env[] {
  const random = relationStream(draft, 'Action2Env');
  const parts = orderedParts(random).slice(0, draft.config.counts.Action2Env);
  let places: string[] = [];
  return numbered(draft, 'Action2Env', parts, (part, id) => {
    const make = (environment: string): Action2Env => ({ id, relation: 'Action2Env', ...part, environment });
    const rule = takeFirst(draft, places, make);
    if (rule !== undefined) return rule;
    places = random.shuffle(ENVIRONMENTS);
    return takeFirst(draft, places, make);
  });
}

function drawActionStates(draft: Draft, states: State[]): Action2State[] {
  const random = relationStream(draft, 'Action2State');
  const parts = orderedParts(random).slice(0, draft.config.counts.Action2State);
  return numbered(draft, 'Action2State', parts, (part, id) =>
    takeFirst(draft, states, (state): Action2State => ({ id, relation: 'Action2State', ...part, state })),
  );
}

function drawEnvironmentStates(draft: Draft, states: State[]): Env2State[] {
  const random = relationStream(draft, 'Env2State');
  const places = random.shuffle(ENVIRONMENTS).slice(0, draft.config.counts.Env2State);
  return numbered(draft, 'Env2State', places, (environment, id) =>
    takeFirst(draft, states, (state): Env2State => ({ id, relation: 'Env2State', environment, state })),
  );
}

/** One rule for each cause, with ids in order; too few causes, or a cause without a possible effect, is an error. */
function numbered<T, R extends Rule>(
  draft: Draft,
  relation: R['relation'],
  causes: readonly T[],
  draw: (cause: T, id: number) => R | undefined,
): R[] {
  const base = firstId(draft, relation);
  const rules: R[] = [];
  for (const cause of causes) {
    const rule = draw(cause, base + rules.length);
    if (rule !== undefined) rules.push(rule);
  }
  requireRoom(draft, relation, draft.config.counts[relation] - rules.length);
  return rules;
}

/** The rule of the first effect that is not forbidden; the effect is taken out of the list. */
function takeFirst<T, R extends Rule>(draft: Draft, effects: T[], make: (effect: T) => R): R | undefined {
  const at = effects.findIndex((effect) => allowed(draft, make(effect)));
  const [effect] = at < 0 ? [] : effects.splice(at, 1);
  return effect === undefined ? undefined : make(effect);
}
