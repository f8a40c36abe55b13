import { estimateTokens } from '../../src/methods/token-estimate.ts';

describe('estimateTokens', () => {
  it.each([
    ['', 0],
    // Thin 2, witch 2, A 1, Has 1, Short 2, ring 2 make 10; _ ( ) ( _ , 5 ) make 8 and ⇒ has 3 bytes: 21 · 1.1 = 23.1.
    ['Thin_witch(A) ⇒ Has(Short_ring, 5)', 24],
    // If 1, A 1, is 1, a 1, thin 2, witch 2, it 1, has 1, short 2, rings 2 make 14; , 5 . make 3: 17 · 1.1 = 18.7.
    ['If A is a thin witch, it has 5 short rings.', 19],
    // é has two bytes, so cliché has 7: 3 · 1.1 = 3.3. Line ends and digits count one each: 3 · 1.1 = 3.3.
    ['cliché', 4],
    ['12\n', 4],
  ])('%j has %i', (text, expected) => {
    expect(estimateTokens(text)).toBe(expected);
  });
});
