/** A theory of PrOntoQA (Saparov and He 2023): rules over invented classes, an individual, and what is asked of it. */

/** How a rule is worded: "Each yumpus is …", "Every yumpus is …", "Yumpuses are …". */
export type Wording = 'each' | 'every' | 'plural';

/** What follows from being of a class: another class, or a property that is there or not. */
export type Conclusion =
  | { readonly kind: 'class'; readonly name: string }
  | { readonly kind: 'property'; readonly name: string; readonly negated: boolean };

/** "Each yumpus is a dumpus.", "Dumpuses are not wooden." */
export interface ClassRule {
  /** In the singular: "yumpus". */
  readonly subject: string;
  readonly conclusion: Conclusion;
  readonly wording: Wording;
}

/** One line of reasoning from a class to a property that is asked for. */
export interface Chain {
  /** The class that is given. */
  readonly start: string;
  /** Positions of the rules in their theory, in the order in which they are applied; the last one has the property. */
  readonly rules: readonly number[];
}

export interface Theory {
  readonly id: string;
  readonly rules: readonly ClassRule[];
  /** The published reasoning for the published question. */
  readonly published: Chain;
}

/** The classes of a theory, in the order in which its rules name them. */
export function classesOf({ rules }: Theory): string[] {
  return [...new Set(rules.flatMap(({ subject, conclusion }) => (conclusion.kind === 'class' ? [subject, conclusion.name] : [subject])))];
}

/** The properties of a theory, in the order in which its rules name them. */
export function propertiesOf({ rules }: Theory): string[] {
  return [...new Set(rules.flatMap(({ conclusion }) => (conclusion.kind === 'property' ? [conclusion.name] : [])))];
}
