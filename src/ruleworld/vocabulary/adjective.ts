/** An adjective with the one synonym that questions may put in its place. */
export interface AdjectiveWord {
  readonly word: string;
  readonly synonym: string;
}

/** Reads a table of "word synonym" pairs separated by white space. */
export function adjectives(table: string): AdjectiveWord[] {
  const words = table.trim().split(/\s+/);
  return words.flatMap((word, at) => (at % 2 === 0 ? [{ word, synonym: words[at + 1] as string }] : []));
}
