import { normalWord } from '../../src/encoder/words.ts';

describe('normalWord', () => {
  it.each([
    ['horns', 'horn'],
    ['boxes', 'box'],
    ['axes', 'axe'],
    ['brushes', 'brush'],
    ['glasses', 'glass'],
    ['cactuses', 'cactus'],
    ['houses', 'house'],
    ['roses', 'rose'],
    ['shoes', 'shoe'],
    ['toes', 'toe'],
    ['heroes', 'hero'],
    ['berries', 'berry'],
    ['ties', 'tie'],
    ['chases', 'chase'],
    ['pushes', 'push'],
    ['carries', 'carry'],
    ['goes', 'go'],
    ['has', 'have'],
    ['four', '4'],
  ])('%s and %s are one word', (inflected, base) => {
    expect(normalWord(inflected)).toBe(normalWord(base));
  });

  it.each([
    ['cap', 'cape'],
    ['scar', 'scare'],
    ['mane', 'man'],
    ['gain', 'get'],
    ['lose', 'loss'],
    ['toe', 'to'],
  ])('%s and %s are two words', (one, other) => {
    expect(normalWord(one)).not.toBe(normalWord(other));
  });

  it('leaves out function words and takes "each" as one', () => {
    expect(['if', 'will', 'becomes', 'the', 'it'].map(normalWord)).toEqual(['', '', '', '', '']);
    expect(normalWord('each')).toBe('1');
  });

  it('leaves other languages as they are', () => {
    expect(normalWord('straße')).toBe('straße');
    expect(normalWord('规则')).toBe('规则');
  });
});
