/**
 * Regular English inflection. The vocabulary holds only words that these rules
 * get right, so that the number of distinct surface words stays small.
 */

const SIBILANT = /(?:s|x|z|ch|sh)$/;

/** "horn" → "horns", "box" → "boxes". */
export function plural(noun: string): string {
  return SIBILANT.test(noun) ? `${noun}es` : `${noun}s`;
}

/** "chase" → "chases", "push" → "pushes". */
export function thirdPerson(verb: string): string {
  return plural(verb);
}

/** Past tense and past participle: "chase" → "chased", "push" → "pushed". */
export function past(verb: string): string {
  return verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
}

/** "chase" → "chasing", "push" → "pushing", "free" → "freeing", "tie" → "tying". */
export function gerund(verb: string): string {
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  const drops = verb.endsWith('e') && !verb.endsWith('ee');
  return `${drops ? verb.slice(0, -1) : verb}ing`;
}
