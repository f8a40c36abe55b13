/** A hand-made repository in which every skeleton can be worked out by hand. */
import type { Rule } from '../../src/ruleworld/types.ts';

const horn = { noun: 'horn', adjective: 'strong' };
const wing = { noun: 'wing', adjective: 'long' };
const feather = { noun: 'feather', adjective: 'blue' };
const tail = { noun: 'tail', adjective: 'red' };
const claw = { noun: 'claw', adjective: 'sharp' };
const cat = { noun: 'cat', adjective: 'tiny' };
const dog = { noun: 'dog', adjective: 'old' };
const sleepy = { word: 'sleepy', adverb: null };
const dizzy = { word: 'dizzy', adverb: 'deeply' };

export const TINY_RULES: readonly Rule[] = [
  { id: 0, relation: 'Entity2Attr', entity: cat, attribute: horn, count: 4 },
  { id: 1, relation: 'Action2Attr', action: 'chase', role: 'target', attribute: horn, verb: 'drop', count: 2 },
  { id: 2, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'bridge' },
  { id: 3, relation: 'Action2State', action: 'chase', role: 'actor', state: dizzy },
  { id: 4, relation: 'Env2State', environment: 'bridge', state: sleepy },
  { id: 5, relation: 'State2Attr', state: sleepy, attribute: wing, verb: 'get', count: 2 },
  { id: 6, relation: 'AttrChange2Attr', cause: wing, causeVerb: 'gain', attribute: feather, verb: 'lose', count: 3 },
  { id: 7, relation: 'State2Attr', state: dizzy, attribute: tail, verb: 'lose', count: 1 },
  { id: 8, relation: 'AttrChange2Attr', cause: tail, causeVerb: 'drop', attribute: claw, verb: 'gain', count: 2 },
  { id: 9, relation: 'Action2Attr', action: 'help', role: 'actor', attribute: wing, verb: 'gain', count: 3 },
  { id: 10, relation: 'Entity2Attr', entity: dog, attribute: wing, count: 5 },
  { id: 11, relation: 'Entity2Attr', entity: dog, attribute: feather, count: 9 },
];
