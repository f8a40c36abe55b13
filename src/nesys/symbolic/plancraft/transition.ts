/** What Plancraft's rules look at: the state before, the action, and the state that a choice claims. */
import type { Transition } from '../rule.ts';
import { parseAction, type PlancraftAction } from './action.ts';
import { parseState, type PlancraftState, type Stack } from './state.ts';

export interface PlancraftTransition {
  readonly before: PlancraftState;
  readonly after: PlancraftState;
  /** Null for an action that cannot be carried out: unreadable, or no such stack to take from. */
  readonly step: Step | null;
}

export interface Step extends PlancraftAction {
  /** Where it takes from. */
  readonly source: Stack;
}

export function parseTransition({ state, action, choice }: Transition): PlancraftTransition {
  const before = parseState(state);
  return { before, after: parseState(choice), step: stepOf(before, parseAction(action)) };
}

function stepOf(before: PlancraftState, action: PlancraftAction | null): Step | null {
  const source = action === null ? undefined : before.stacks.get(action.from);
  return action === null || source === undefined || source.count < action.count ? null : { ...action, source };
}
