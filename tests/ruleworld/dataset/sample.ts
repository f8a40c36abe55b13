/** A hand-written repository of six rules and two questions on it. */
import type { RuleRow } from '../../../src/ruleworld/dataset/schema.ts';
import type { Rule, Texts, WorldQuestion } from '../../../src/ruleworld/types.ts';

const horn = { noun: 'horn', adjective: 'strong' };
const feather = { noun: 'feather', adjective: 'blue' };
const cat = { noun: 'cat', adjective: 'tiny' };
const dizzy = { word: 'dizzy', adverb: 'deeply' };

export const SAMPLE_RULES: readonly Rule[] = [
  { id: 0, relation: 'Entity2Attr', entity: cat, attribute: horn, count: 4 },
  { id: 1, relation: 'Action2Attr', action: 'chase', role: 'target', attribute: horn, verb: 'lose', count: 2 },
  { id: 2, relation: 'Action2Env', action: 'chase', role: 'target', environment: 'bridge' },
  { id: 3, relation: 'Env2State', environment: 'bridge', state: dizzy },
  { id: 4, relation: 'State2Attr', state: dizzy, attribute: feather, verb: 'gain', count: 3 },
  { id: 5, relation: 'AttrChange2Attr', cause: feather, causeVerb: 'get', attribute: { noun: 'coin', adjective: null }, verb: 'drop', count: 2 },
];

/** Texts that differ from one another and are not all ASCII; what they say is not looked at. */
export const SAMPLE_RULE_ROWS: readonly RuleRow[] = SAMPLE_RULES.map((rule) => ({
  rule,
  texts: { FOL: `Rule_${rule.id}(A) ⇒ ${rule.relation}`, NL: `Rule ${rule.id}, as “English”.` },
}));

const texts = (FOL: string, NL: string): Texts => ({ FOL, NL });

/** 4 horns − 2 = 2. */
const pair: WorldQuestion = {
  id: 'original/train/0',
  subtask: 'multi-rule-2',
  question: texts('Tiny_cat(B) ∧ Chase(A, B) ⊢ Strong_horn(B) = ?', 'B is a tiny cat. A chases B. How many strong horns has B?'),
  steps: [
    { explanation: texts('Tiny_cat(B) ⇒ Strong_horn(B): 4', 'B is a tiny cat, so strong horns of B: 4'), gold: [0] },
    { explanation: texts('Chase(A, B) ⇒ Strong_horn(B): Lose 2, 4 - 2 = 2', 'A chases B, so strong horns of B: lose 2, 4 - 2 = 2'), gold: [1] },
  ],
  answer: '2',
  problem: {
    parts: [
      {
        facts: [
          { kind: 'entity', variable: 'B', entity: cat },
          { kind: 'action', actor: 'A', target: 'B', action: 'chase' },
        ],
        query: { kind: 'final', variable: 'B', attribute: horn },
      },
    ],
  },
  provenance: { skeleton: 'Entity2Attr+Action2Attr', templates: ['given-then-asked'], seed: 'sample/0' },
};

/** B enters the bridge, becomes deeply dizzy; and, apart from that, 9 coins − 2 × (2 feathers) = 5. */
const merged: WorldQuestion = {
  id: 'original/train/1',
  subtask: 'multi-rule-3',
  question: texts('Chase(A, B) ⊢ State(B) = ? ; Gain(C, Blue_feather, 2) ⊢ Coin(C) = ?', 'What does B become, and how many coins has C?'),
  steps: [
    { explanation: texts('Chase(A, B) ⇒ Enter(B, Bridge) ⇒ Deeply_dizzy(B)', 'A chases B, so B enters bridge, so B becomes deeply dizzy'), gold: [2, 3] },
    { explanation: texts('Gain(C, Blue_feather, 2) ⇒ Coin(C): 9 - 4 = 5', 'C gains 2 blue feathers, so coins of C: 9 - 4 = 5'), gold: [5] },
  ],
  answer: 'deeply dizzy, 5',
  problem: {
    parts: [
      {
        facts: [{ kind: 'action', actor: 'A', target: 'B', action: 'chase' }],
        query: { kind: 'state', variable: 'B' },
      },
      {
        facts: [
          { kind: 'count', variable: 'C', attribute: { noun: 'coin', adjective: null }, count: 9 },
          { kind: 'change', variable: 'C', attribute: feather, verb: 'gain', count: 2 },
        ],
        query: { kind: 'final', variable: 'C', attribute: { noun: 'coin', adjective: null } },
      },
    ],
  },
  provenance: { skeleton: 'Action2Env>Env2State|AttrChange2Attr', templates: ['asked', 'conditional'], seed: 'sample/1' },
};

export const SAMPLE_QUESTIONS: readonly WorldQuestion[] = [pair, merged];
