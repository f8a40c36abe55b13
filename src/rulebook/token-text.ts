/**
 * Text of tokens that come one by one. A token may end inside a letter, so text is given out as far as it is whole;
 * `<search>` is no token of the base's tokenizer and has no text.
 */
import type { Tokenizer } from '../lm/tokenizer.ts';

/** What a decoder puts in place of half a letter. */
const HALF = '\uFFFD';

/** Takes the next token's id and gives the text that is whole now, which may be none. */
export type TokenText = (id: number) => string;

export function tokenText({ decode, vocabSize }: Pick<Tokenizer, 'decode' | 'vocabSize'>): TokenText {
  let run: number[] = [];
  let given = 0;
  return (id) => {
    // A model's table may have more rows than its tokenizer has tokens; `<search>` is one of these.
    if (id >= vocabSize) {
      [run, given] = [[], 0];
      return '';
    }
    run.push(id);
    const text = decode(run);
    if (text.endsWith(HALF)) return '';
    const fresh = text.slice(given);
    given = text.length;
    return fresh;
  };
}
