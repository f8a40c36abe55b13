/** What two people judge of an instance, each by five criteria: here a program checks it, in the paper experts did. */

export interface Criterion {
  readonly id: string;
  /** What is asked of the annotator. */
  readonly question: string;
}

export const CRITERIA: readonly Criterion[] = [
  { id: 'rules', question: 'Must every listed rule be applied to answer the question, and no other rule of the documents?' },
  { id: 'edges', question: 'Does every edge go from the rule that is applied first to one that needs what it gives, with the right type?' },
  { id: 'facts', question: 'Are the listed facts in the files as they are cited, and do they suffice?' },
  { id: 'answer', question: 'Is the answer right, and the only one that the documents allow?' },
  { id: 'clarity', question: 'Could a person who works in this field meet this scenario, and is it clear what is asked?' },
];

/** Verdicts, in order: weighted κ counts how far apart two of them are. */
export const VERDICTS: Readonly<Record<string, string>> = { '0': 'no', '1': 'in part', '2': 'yes' };

/** Who filled a sheet: agreement with a program, a language model included, is machine agreement. */
export const ANNOTATOR_KINDS = ['person', 'program'] as const;
export type AnnotatorKind = (typeof ANNOTATOR_KINDS)[number];
