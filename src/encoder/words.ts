/**
 * Words as the hashed encoder compares them: one form for singular and plural,
 * for "chase" and "chases", for "4" and "four". English only; a word that no rule
 * covers stays as it is, so that other languages work as plain word matching.
 */

/** Words that hold a sentence together and tell one rule from another in nothing. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some any it its he she they them his her their him ' +
    'if when whenever once then so therefore will would shall can may must do does did ' +
    'be is are was were been being become becomes became becoming ' +
    'for of to into onto in on at by with and or also for from as there'
  ).split(' '),
);

/** Number words, and the words that mean one unit at a time. */
const NUMBERS: ReadonlyMap<string, string> = new Map([
  ...'zero one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, value): [string, string] => [word, String(value)]),
  ['each', '1'],
  ['every', '1'],
  ['per', '1'],
]);

const IRREGULAR: ReadonlyMap<string, string> = new Map([['has', 'have'], ['had', 'have'], ['having', 'have'], ['goes', 'go']]);

/** Plural and third person in -es: the stem ends in a sibilant or in o ("pushes", "foxes", "heroes"). */
const ES_ENDING = /(?:ss|sh|ch|x|..o|[^o]us)es$/;
/** Singular forms that the line above would cut short of an e ("axe" beside "axes"). */
const E_ENDING = /(?:sh|ch|x|..o|[^o]us)e$/;
/** A final s that is no ending: "glass", "cactus", "iris". */
const KEPT_S = /(?:ss|us|is)$/;

/** The compared form of a lower-case word; '' for a function word. */
export function normalWord(word: string): string {
  if (FUNCTION_WORDS.has(word)) return '';
  return IRREGULAR.get(word) ?? NUMBERS.get(word) ?? stem(word);
}

/** Cuts the regular plural and third-person endings, and nothing else. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (ES_ENDING.test(word)) return word.slice(0, -2);
  if (E_ENDING.test(word)) return word.slice(0, -1);
  if (word.length > 3 && word.endsWith('s') && !KEPT_S.test(word)) return word.slice(0, -1);
  return word;
}
