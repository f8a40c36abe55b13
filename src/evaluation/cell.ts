/**
 * A cell: one method, representation, rule count, repository and seed. Its address
 * is a hash of everything that decides its records, so that a changed
 * configuration, checkpoint or dataset never meets a stale cell.
 */
import { createHash } from 'node:crypto';
import type { Repository } from '../config/sections.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { Question, Representation, Texts } from '../ruleworld/types.ts';

/** Raised whenever scoring, pools, prompts or the record format change. */
export const EVALUATOR_VERSION = 2;

/** Where a cell stands in the matrix. */
export interface CellPlace {
  readonly method: string;
  readonly representation: Representation;
  readonly ruleCount: number;
  readonly repository: Repository;
  readonly seed: number;
}

/** "dynarule, FOL, 1000 rules, original, seed 1" */
export function placeText({ method, representation, ruleCount, repository, seed }: CellPlace): string {
  return `${method}, ${representation}, ${ruleCount} rules, ${repository}, seed ${seed}`;
}

/** What else decides the records of a cell. */
export interface CellInputs {
  /** Fingerprint of the method: weights and settings. */
  readonly method: string;
  /** Fingerprint of the rule texts. */
  readonly rules: string;
  /** Fingerprint of the chosen questions. */
  readonly questions: string;
}

/** Address of a cell: 16 hexadecimal digits. */
export function cellAddress(place: CellPlace, inputs: CellInputs): string {
  const { method, representation, ruleCount, repository, seed } = place;
  const parts = [EVALUATOR_VERSION, method, representation, ruleCount, repository, seed];
  return fingerprint([...parts, inputs.method, inputs.rules, inputs.questions]);
}

/** File name of a cell without its ending: readable, and unique through the address. */
export function cellName(place: CellPlace, address: string): string {
  const { method, representation, ruleCount, repository, seed } = place;
  return `${method}-${representation}-${ruleCount}-${repository}-seed${seed}-${address}`;
}

/** Fingerprint of a repository: its texts in the order of their ids. */
export function rulesFingerprint(texts: readonly Texts[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.FOL}\n${text.NL}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** Fingerprint of questions: all that is asked and all that is scored. */
export function questionsFingerprint(questions: readonly Question[]): string {
  return fingerprint(questions.map(({ id, question, steps, answer }) => [id, question, steps, answer]));
}
