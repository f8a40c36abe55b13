/** Small rules for tests, close to the paper's Table 7. */
import type { Attribute, Rule, State } from '../../src/ruleworld/types.ts';

export const horn: Attribute = { noun: 'horn', adjective: 'strong' };
export const feather: Attribute = { noun: 'feather', adjective: 'blue' };
export const coin: Attribute = { noun: 'coin', adjective: 'shiny' };
export const dizzy: State = { word: 'dizzy', adverb: null };
export const deeplyDizzy: State = { word: 'dizzy', adverb: 'deeply' };

/** One consistent rule of each relation; ids 0 to 6. */
export const CONSISTENT: readonly Rule[] = [
  { id: 0, relation: 'Entity2Attr', entity: { noun: 'cat', adjective: 'tiny' }, attribute: horn, count: 4 },
  { id: 1, relation: 'AttrChange2Attr', cause: horn, causeVerb: 'gain', attribute: feather, verb: 'lose', count: 2 },
  { id: 2, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'bridge' },
  { id: 3, relation: 'Action2Attr', action: 'chase', role: 'target', attribute: coin, verb: 'drop', count: 1 },
  { id: 4, relation: 'Action2State', action: 'chase', role: 'actor', state: deeplyDizzy },
  { id: 5, relation: 'Env2State', environment: 'bridge', state: dizzy },
  { id: 6, relation: 'State2Attr', state: deeplyDizzy, attribute: horn, verb: 'gain', count: 2 },
];
