/** What `questions.ts` packs and the page's `data.js` unpacks; apart from both, since the page is checked without Node.js. */

/** A rule by the number of its text, with its score in a retrieval or its rank among the gold ones. */
export type CompactRule = readonly [text: number, value: number | null];

/**
 * One record; texts by number. Kept as a list, since ten thousand records with names for
 * their parts would be mostly names.
 */
export type CompactRecord = readonly [
  method: number,
  form: number,
  ruleCount: number,
  repository: number,
  seed: number,
  type: number,
  outcome: number,
  exactMatch: number,
  recalls: readonly (number | null)[],
  question: number,
  questionId: number,
  gold: number,
  text: number,
  answer: number | null,
  goldSteps: readonly (readonly CompactRule[])[],
  retrieved: readonly (readonly CompactRule[])[],
  fault: readonly [kind: number, step: number, reason: number] | null,
];
