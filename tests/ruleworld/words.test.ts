import {
  actionForms,
  adjectiveSynonym,
  article,
  attributeFol,
  attributePhrase,
  countedPhrase,
  directionOf,
  entityFol,
  entityPhrase,
  folName,
  stateFol,
  statePhrase,
  withArticle,
} from '../../src/ruleworld/words.ts';

const horn = { noun: 'horn', adjective: 'strong' };

describe('words', () => {
  it.each([
    ['tiny cat', 'a'],
    ['old owl', 'an'],
    ['ugly cat', 'an'],
    ['elephant', 'an'],
    ['honest pirate', 'an'],
    ['unicorn', 'a'],
    ['humble unicorn', 'a'],
    ['untamed wasp', 'an'],
  ])('puts the article before "%s"', (phrase, expected) => {
    expect(article(phrase)).toBe(expected);
    expect(withArticle(phrase)).toBe(`${expected} ${phrase}`);
  });

  it('makes noun phrases that agree with the number', () => {
    expect(attributePhrase(horn, 1)).toBe('strong horn');
    expect(attributePhrase(horn, 0)).toBe('strong horns');
    expect(countedPhrase(horn, 4)).toBe('4 strong horns');
    expect(countedPhrase({ noun: 'wing', adjective: null }, 1)).toBe('1 wing');
  });

  it('makes phrases and predicate names with and without a modifier', () => {
    expect(entityPhrase({ noun: 'cat', adjective: 'tiny' })).toBe('tiny cat');
    expect(entityFol({ noun: 'cat', adjective: null })).toBe('Cat');
    expect(statePhrase({ word: 'dizzy', adverb: null })).toBe('dizzy');
    expect(stateFol({ word: 'dizzy', adverb: 'deeply' })).toBe('Deeply_dizzy');
    expect(attributeFol(horn)).toBe('Strong_horn');
    expect(folName('chased')).toBe('Chased');
  });

  it('knows that gain is get and lose is drop', () => {
    expect((['gain', 'get', 'lose', 'drop'] as const).map(directionOf)).toEqual([1, 1, -1, -1]);
  });

  it('gives synonyms, and words of other vocabularies back as they are', () => {
    expect(adjectiveSynonym('tiny')).toBe('little');
    expect(adjectiveSynonym('strong')).toBe('sturdy');
    expect(adjectiveSynonym('plaid')).toBe('plaid');
    expect(actionForms('knight')).toMatchObject({ third: 'knights', synonym: { base: 'knight' } });
  });
});
