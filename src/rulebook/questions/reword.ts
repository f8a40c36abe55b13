/** A premise in other words: synonyms and forms of its verb, in three sets that share none, and a question made of it. */
import type { Random } from '../../random.ts';
import { inflected, type VerbForm } from './inflect.ts';
import type { PremiseKind } from './premise.ts';
import type { Split } from './wordings.ts';

export type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Plain words that may stand for each other inside a premise, by split. */
const SYNONYMS: Readonly<Record<Split, Synonyms>> = {
  train: {
    'more than': ['over'],
    'fewer than': ['under', 'not even'],
    within: ['in', 'in less than'],
    without: ['with no', 'having no'],
    a: ['some', 'this', 'one', 'another'],
    an: ['some', 'this', 'one', 'another'],
    the: ['this', 'our', 'that'],
    after: ['following', 'right after'],
    before: ['ahead of', 'right before'],
    'asks for': ['requests'],
    'is not': ["isn't"],
    'does not': ["doesn't"],
    every: ['each'],
  },
  validation: {
    'more than': ['above', 'in excess of', 'upwards of', 'exceeding'],
    'fewer than': ['less than', 'below', 'short of'],
    within: ['inside of', 'no later than', 'in under'],
    without: ['lacking', 'in the absence of', 'minus'],
    a: ['any', 'the', 'a certain', 'yet another', 'such a', 'a particular'],
    an: ['any', 'the', 'a certain', 'yet another', 'such an', 'a particular'],
    before: ['prior to', 'in advance of', 'preceding'],
    after: ['subsequent to', 'in the wake of'],
    during: ['in the course of', 'throughout', 'amid', 'for the duration of'],
    of: ['for', 'belonging to', 'concerning', 'with regard to'],
    on: ['upon'],
    while: ['at the time of'],
  },
  test: {
    'more than': ['well over'],
    'fewer than': ['not as many as'],
    within: ['in the space of'],
    without: ['not having'],
    a: ['each', 'the said'],
    an: ['each', 'the said'],
    before: ['earlier than'],
    after: ['later than'],
    of: ['at'],
    on: ['over'],
    while: ['whilst'],
    abroad: ['outside the country'],
  },
};

/** Forms of the verb that a condition may have beside its own, by split. */
const FORMS: Readonly<Record<Split, readonly (readonly [VerbForm, string])[]>> = {
  train: [['past', ''], ['bare', 'would'], ['bare', 'has to'], ['bare', 'did'], ['ing', 'is'], ['ing', 'started'], ['ing', 'was'], ['bare', 'wants to'], ['bare', 'must'], ['ing', 'goes on'], ['past', 'already'], ['bare', 'used to'], ['ing', 'likes']],
  validation: [['bare', 'will'], ['ing', 'keeps'], ['past', ''], ['ing', 'ended up'], ['bare', 'happens to'], ['past', 'just'], ['ing', 'insists on'], ['bare', 'managed to']],
  test: [['ing', 'was seen'], ['bare', 'tries to'], ['bare', 'may']],
};

/** Shares of the words that could be exchanged, and of the verbs in another form. */
const [EXCHANGED, INFLECTED] = [0.5, 0.5];

/** The premise with some of its plain words exchanged. */
export function reword(kind: PremiseKind, clause: string, split: Split, random: Random): string {
  const body = kind === 'condition' && random.chance(INFLECTED) ? inflected(clause, ...random.pick(FORMS[split])) : clause;
  return exchanged(body, SYNONYMS[split], random);
}

/** The clause with about half of the words that have synonyms exchanged. */
export function exchanged(clause: string, synonyms: Synonyms, random: Random): string {
  return Object.entries(synonyms).reduce((text, [word, others]) => {
    return text.replace(new RegExp(`\\b${word}\\b`, 'g'), (found) => (random.chance(EXCHANGED) ? random.pick(others) : found));
  }, clause);
}

/** A question in one wording, begun with a capital letter. */
export function worded(wording: string, body: string): string {
  return capitalised(wording.replace('$', () => body));
}

/** Begun with a capital letter. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
