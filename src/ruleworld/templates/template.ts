/** What templates are made of: named ways of saying something, drawn evenly. */

/** One way of saying something; the name goes into a question's provenance. */
export interface Form<Says> {
  readonly name: string;
  readonly say: Says;
}

/** A list of forms from a table of names to functions. */
export function forms<Says>(table: Readonly<Record<string, Says>>): readonly Form<Says>[] {
  return Object.entries(table).map(([name, say]) => ({ name, say }));
}

/** One sub-question as text, in two halves so that a merger may part them. */
export interface RenderedPart {
  /** Names of the forms used, such as "if-first/active/how-many". */
  readonly template: string;
  /** The facts as sentences of their own, '' where the question sentence holds them. */
  readonly facts: string;
  readonly ask: string;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
