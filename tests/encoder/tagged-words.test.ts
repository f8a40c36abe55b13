import { taggedWords } from '../../src/encoder/tagged-words.ts';

/** "premise words | conclusion words", each part sorted. */
function summary(text: string): string {
  const words = taggedWords(text);
  const part = (section: string): string =>
    words
      .filter((word) => word.section === section)
      .map((word) => word.form)
      .sort()
      .join(' ');
  return `${part('premise')} | ${part('conclusion')}`;
}

describe('taggedWords', () => {
  // One pair for each relation, as in the paper's Table 7.
  it.each([
    ['If A is a tiny cat, it has 4 strong horns.', 'Tiny_cat(A) ⇒ Has(Strong_horn, 4)', 'A cat tiny | 4 have horn strong'],
    ['If A chases B, B will enter bridge.', 'Chase(A, B) ⇒ Enter(B, Bridge)', 'A B chase | B bridge enter'],
    ['If A chases B, B will lose 2 strong horns.', 'Chase(A, B) ⇒ Lose(B, Strong_horn, 2)', 'A B chase | 2 B horn lose strong'],
    ['If A chases B, A will become deeply dizzy.', 'Chase(A, B) ⇒ Become(A, Deeply_dizzy)', 'A B chase | A deeply dizzy'],
    ['If A enters bridge, it will become dizzy.', 'Enter(A, Bridge) ⇒ Become(A, Dizzy)', 'A bridge enter | dizzy'],
    ['If A becomes deeply dizzy, it will gain 2 strong horns.', 'Deeply_dizzy(A) ⇒ Gain(A, Strong_horn, 2)', 'A deeply dizzy | 2 gain horn strong'],
    ['For each strong horn A gains, it will lose 2 blue feathers.', 'Gain(A, Strong_horn, 1) ⇒ Lose(A, Blue_feather, 2)', '1 A gain horn strong | 2 blue feather lose'],
  ])('%s = %s', (english, logical, words) => {
    expect(summary(english)).toBe(words);
    expect(summary(logical)).toBe(words);
  });

  it.each([
    ['For each strong horn A gains, it will lose 2 blue feathers.', 'Gain(A, Strong_horn, 1) ⇒ Lose(A, Blue_feather, 2)', 'gain strong horn lose blue feather'],
    ['If A enters bridge, it will become dizzy.', 'Enter(A, Bridge) ⇒ Become(A, Dizzy)', 'enter bridge dizzy'],
  ])('puts the predicate before its objects: %s', (english, logical, order) => {
    const content = (text: string): string =>
      taggedWords(text).filter(({ kind }) => kind === 'content').map(({ form }) => form).join(' ');
    expect(content(english)).toBe(order);
    expect(content(logical)).toBe(order);
  });

  it('leaves the order where two variables name subject and object', () => {
    expect(taggedWords('Whenever the tiny cat A chases B').map(({ form }) => form)).toEqual(['tiny', 'cat', 'A', 'chase', 'B']);
  });

  it('splits inner capitals, and at "=>" and "->" as at "⇒"', () => {
    expect(summary('TinyCat(A) => Has(StrongHorn, 4)')).toBe('A cat tiny | 4 have horn strong');
    expect(summary('TinyCat(A) -> Has(StrongHorn, 4)')).toBe('A cat tiny | 4 have horn strong');
  });

  it('keeps numbers whole and tells kinds apart', () => {
    expect(taggedWords('X owns 2.5 acres')).toEqual([
      { form: 'X', kind: 'variable', section: 'premise' },
      { form: 'own', kind: 'content', section: 'premise' },
      { form: '2.5', kind: 'number', section: 'premise' },
      { form: 'acre', kind: 'content', section: 'premise' },
    ]);
  });

  it.each([
    // "Each" is a count of one, as in "for each horn".
    ['Each tiny cat is deeply dizzy.', '1 cat tiny | deeply dizzy'],
    ['Tiny cats are not dizzy.', 'cat tiny | dizzy not'],
    ['Every tiny cat, Tom included, is dizzy.', '1 cat tiny | dizzy included tom'],
  ])('divides a universal statement at its first copula, where no comma does: %s', (text, words) => {
    expect(summary(text)).toBe(words);
  });

  it('leaves a question whole', () => {
    expect(summary('Is a tiny cat dizzy?')).toBe('cat dizzy tiny | ');
    expect(summary('Which tiny cats are dizzy?')).toMatch(/ \| $/);
  });

  it('takes a text without comma or arrow as one premise', () => {
    expect(summary('Water boils at 100 degrees')).toBe('100 boil degree water | ');
  });

  it('gives nothing for punctuation', () => {
    expect(taggedWords('… (,) —')).toEqual([]);
  });
});
