/**
 * The names a world is made of: every noun with every adjective, every state
 * with every adverb. Plain names are not used: a tiny cat would also be a cat,
 * and a rule about cats would apply where no rule is meant to.
 */
import type { Attribute, Entity, Role, State } from './types.ts';
import { ACTIONS } from './vocabulary/actions.ts';
import { ATTRIBUTE_ADJECTIVES, ATTRIBUTE_NOUNS } from './vocabulary/attributes.ts';
import { ENTITY_ADJECTIVES, ENTITY_NOUNS } from './vocabulary/entities.ts';
import { STATE_ADVERBS, STATE_WORDS } from './vocabulary/states.ts';

/** One individual's part in an action: what an action's rules have effects on. */
export interface Part {
  readonly action: string;
  readonly role: Role;
}

export const ENTITIES: readonly Entity[] = ENTITY_NOUNS.flatMap((noun) =>
  ENTITY_ADJECTIVES.map(({ word }) => ({ noun, adjective: word })),
);

export const ATTRIBUTES: readonly Attribute[] = ATTRIBUTE_NOUNS.flatMap(({ singular }) =>
  ATTRIBUTE_ADJECTIVES.map(({ word }) => ({ noun: singular, adjective: word })),
);

export const STATES: readonly State[] = STATE_WORDS.flatMap((word) => STATE_ADVERBS.map((adverb) => ({ word, adverb })));

/** Both parts of every action. */
export const PARTS: readonly Part[] = ACTIONS.flatMap(({ base }) => [
  { action: base, role: 'actor' as const },
  { action: base, role: 'target' as const },
]);
