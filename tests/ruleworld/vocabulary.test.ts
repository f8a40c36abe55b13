import { ACTIONS } from '../../src/ruleworld/vocabulary/actions.ts';
import { ATTRIBUTE_ADJECTIVES, ATTRIBUTE_NOUNS } from '../../src/ruleworld/vocabulary/attributes.ts';
import { CHANGE_VERBS } from '../../src/ruleworld/vocabulary/changes.ts';
import { ENTITY_ADJECTIVES, ENTITY_NOUNS } from '../../src/ruleworld/vocabulary/entities.ts';
import { ENVIRONMENTS } from '../../src/ruleworld/vocabulary/environments.ts';
import { plural } from '../../src/ruleworld/vocabulary/inflection.ts';
import { STATE_ADVERBS, STATE_WORDS } from '../../src/ruleworld/vocabulary/states.ts';
import { actionForms } from '../../src/ruleworld/words.ts';

const surfaceWords: string[] = [
  ...ACTIONS.flatMap((action) => [action, action.synonym]).flatMap((verb) => [verb.base, verb.third, verb.past, verb.gerund]),
  ...Object.entries(CHANGE_VERBS).flatMap(([base, verb]) => [base, verb.third, verb.past, verb.gerund]),
  ...ENVIRONMENTS,
  ...ENTITY_NOUNS,
  ...ATTRIBUTE_NOUNS.flatMap((noun) => [noun.singular, noun.plural]),
  ...[...ENTITY_ADJECTIVES, ...ATTRIBUTE_ADJECTIVES].flatMap(({ word, synonym }) => [word, synonym]),
  ...STATE_WORDS,
  ...STATE_ADVERBS,
];

describe('vocabulary', () => {
  it('has the numbers of words that the counts of Table 5 need', () => {
    const sizes = [ACTIONS, ENVIRONMENTS, ENTITY_NOUNS, ENTITY_ADJECTIVES, ATTRIBUTE_NOUNS, ATTRIBUTE_ADJECTIVES, STATE_WORDS, STATE_ADVERBS];
    expect(sizes.map((list) => list.length)).toEqual([100, 100, 80, 24, 64, 24, 100, 24]);
  });

  it('has no surface word twice, in one role or in two', () => {
    const repeated = surfaceWords.filter((word, at) => surfaceWords.indexOf(word) !== at);
    expect(repeated).toEqual([]);
  });

  it('has lower-case single words only', () => {
    expect(surfaceWords.filter((word) => !/^[a-z]{2,}$/.test(word))).toEqual([]);
  });

  it('has no verb or noun that regular inflection gets wrong', () => {
    const consonantY = /[^aeiou]y$/;
    // One-syllable consonant-vowel-consonant verbs double their last letter: "grab" → "grabbed".
    const doubling = /^[^aeiou]*[aeiou][^aeiouwxy]$/;
    const verbs = ACTIONS.flatMap((action) => [action.base, action.synonym.base]);
    expect(verbs.filter((verb) => consonantY.test(verb) || verb.endsWith('o') || doubling.test(verb))).toEqual([]);
    expect(ATTRIBUTE_NOUNS.filter(({ singular }) => consonantY.test(singular) || /(?:f|fe|o)$/.test(singular))).toEqual([]);
  });

  it.each([
    ['chase', 'chases', 'chased', 'chasing', 'pursue'],
    ['push', 'pushes', 'pushed', 'pushing', 'shove'],
    ['annoy', 'annoys', 'annoyed', 'annoying', 'irritate'],
    ['tie', 'ties', 'tied', 'tying', 'fasten'],
    ['dismiss', 'dismisses', 'dismissed', 'dismissing', 'reject'],
    ['topple', 'topples', 'toppled', 'toppling', 'overturn'],
  ])('inflects %s', (base, third, past, gerund, synonym) => {
    expect(actionForms(base)).toMatchObject({ base, third, past, gerund, synonym: { base: synonym } });
  });

  it('inflects "free" and "outfox", which are synonyms', () => {
    expect(actionForms('release').synonym).toEqual({ base: 'free', third: 'frees', past: 'freed', gerund: 'freeing' });
    expect(actionForms('outsmart').synonym).toMatchObject({ third: 'outfoxes', past: 'outfoxed' });
  });

  it.each([
    ['horn', 'horns'],
    ['ring', 'rings'],
    ['torch', 'torches'],
    ['box', 'boxes'],
    ['eye', 'eyes'],
  ])('writes the plural of %s', (singular, expected) => {
    expect(plural(singular)).toBe(expected);
  });
});
