/** Other forms of the verb of an English clause in the present: "a customer returns a parcel" as "a customer returned a parcel". */

/** How the verb stands in the clause. `bare`: "return"; `ing`: "returning"; `past`: "returned". */
export type VerbForm = 'bare' | 'ing' | 'past';

/** The clause with its verb in this form behind these words, if any; as it is, where no verb is found or another verb helps it. */
export function inflected(clause: string, form: VerbForm, helper = ''): string {
  const words = clause.split(' ');
  const at = verbPlace(words);
  if (at === null) return clause;
  const verb = formOf(bareForm(words[at] as string), form);
  return words.toSpliced(at, 1, ...(helper === '' ? [verb] : [helper, verb])).join(' ');
}

/** Verbs that stand for others or help them: a clause with one of them stays as it is. */
const HELPERS = new Set('is are was were be been has have had do does did will would shall should can could may might must not'.split(' '));
/** After these, an -s is a noun's. */
const BEFORE_NOUNS = new Set(
  'a an the this that these those his her its their our my your some any no one two three four five six seven eight nine ten each every of in on at by to from for with without within during before after over under about'.split(' '),
);
const THIRD_PERSON = /^[a-z]{2,}[^\Wsui]s$|^[a-z]+(?:ss|sh|ch|x|zz|s)es$/;

/** The first word that can be a verb in the third person: not the first one, and not after what stands before nouns. */
function verbPlace(words: readonly string[]): number | null {
  const at = words.findIndex((word, place) => HELPERS.has(word) || (place > 0 && THIRD_PERSON.test(word) && !beforeNoun(words[place - 1] as string)));
  return at < 0 || HELPERS.has(words[at] as string) ? null : at;
}

function beforeNoun(word: string): boolean {
  return BEFORE_NOUNS.has(word) || /^\d/.test(word);
}

function bareForm(verb: string): string {
  if (verb.length > 4 && verb.endsWith('ies')) return `${verb.slice(0, -3)}y`;
  return /(?:ss|sh|ch|x|zz|o)es$/.test(verb) ? verb.slice(0, -2) : verb.slice(0, -1);
}

/** One syllable that ends in one vowel and one consonant doubles it: "win", "winning". */
const DOUBLES = /^[^aeiou]*[aeiou][bdgklmnprt]$/;

function formOf(bare: string, form: VerbForm): string {
  if (form === 'bare') return bare;
  const stem = DOUBLES.test(bare) ? `${bare}${bare.at(-1) as string}` : bare;
  if (form === 'ing') return /[^eoy]e$/.test(stem) ? `${stem.slice(0, -1)}ing` : `${stem}ing`;
  const irregular = PAST.get(bare);
  if (irregular !== undefined) return irregular;
  if (stem.endsWith('e')) return `${stem}d`;
  return /[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}ied` : `${stem}ed`;
}

const PAST: ReadonlyMap<string, string> = new Map(
  (
    'become became begin began break broke bring brought build built buy bought catch caught choose chose come came cost cost cut cut deal dealt draw drew ' +
    'drink drank drive drove eat ate fall fell feel felt fight fought find found fly flew forget forgot get got give gave go went grow grew hear heard ' +
    'hide hid hit hit hold held hurt hurt keep kept know knew lay laid lead led leave left lend lent let let lie lay lose lost make made mean meant meet met ' +
    'pay paid put put quit quit read read ride rode ring rang rise rose run ran say said see saw sell sold send sent set set shoot shot show showed shut shut ' +
    'sing sang sink sank sit sat sleep slept speak spoke spend spent spread spread stand stood steal stole stick stuck swear swore swim swam take took teach taught ' +
    'tear tore tell told think thought throw threw understand understood wake woke wear wore win won withdraw withdrew write wrote'
  ).match(/\S+ \S+/g)!.map((pair) => pair.split(' ') as [string, string]),
);
