/**
 * Byte-pair encoding (Sennrich et al. 2016): merge the most frequent neighbouring
 * pair, over and over. Ties go to the pair that comes first in code-unit order, so
 * the result depends on the counts alone.
 */

export interface WordCount {
  /** A pre-token in the byte alphabet. */
  readonly word: string;
  readonly count: number;
}

interface Word {
  symbols: string[];
  readonly count: number;
}

/** Joins the two sides of a pair into one key; the byte alphabet has no space. */
const SEPARATOR = ' ';

/**
 * Adds merged tokens to `vocabulary` until it holds `vocabSize` tokens or no pair
 * occurs twice. A merge whose result is a token already costs no room.
 * @returns the merges in the order in which they apply
 */
export function mergePairs(words: readonly WordCount[], vocabulary: Set<string>, vocabSize: number): [string, string][] {
  const spelled = words.map(({ word, count }) => ({ symbols: [...word], count }));
  const table = new PairTable(spelled);
  const merges: [string, string][] = [];
  while (vocabulary.size < vocabSize) {
    const best = table.mostFrequent();
    if (best === null) break;
    const [left = '', right = ''] = best.split(SEPARATOR);
    merges.push([left, right]);
    vocabulary.add(left + right);
    table.merge(left, right);
  }
  return merges;
}

/** Pair counts and, for each pair, the words it may stand in. */
class PairTable {
  private readonly counts = new Map<string, number>();
  private readonly places = new Map<string, Set<Word>>();

  constructor(words: readonly Word[]) {
    for (const word of words) this.count(word, 1);
  }

  /** The pair that occurs most, at least twice; null where there is none. */
  mostFrequent(): string | null {
    let best: string | null = null;
    let most = 1;
    for (const [pair, count] of this.counts) {
      if (count < most || (count === most && (best === null || pair > best))) continue;
      best = pair;
      most = count;
    }
    return best;
  }

  merge(left: string, right: string): void {
    const pair = left + SEPARATOR + right;
    for (const word of this.places.get(pair) ?? []) {
      this.count(word, -1);
      word.symbols = joinPair(word.symbols, left, right);
      this.count(word, 1);
    }
    this.counts.delete(pair);
    this.places.delete(pair);
  }

  private count(word: Word, sign: 1 | -1): void {
    for (let i = 0; i + 1 < word.symbols.length; i++) {
      const pair = `${word.symbols[i]}${SEPARATOR}${word.symbols[i + 1]}`;
      this.counts.set(pair, (this.counts.get(pair) ?? 0) + sign * word.count);
      if (sign === 1) this.placesOf(pair).add(word);
    }
  }

  private placesOf(pair: string): Set<Word> {
    let places = this.places.get(pair);
    if (places === undefined) this.places.set(pair, (places = new Set()));
    return places;
  }
}

function joinPair(symbols: readonly string[], left: string, right: string): string[] {
  const joined: string[] = [];
  for (let i = 0; i < symbols.length; i++) {
    const symbol = symbols[i] ?? '';
    if (symbol === left && symbols[i + 1] === right) {
      joined.push(left + right);
      i++;
    } else {
      joined.push(symbol);
    }
  }
  return joined;
}
