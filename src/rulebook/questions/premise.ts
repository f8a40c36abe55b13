/** What kind of thing a premise says, which decides how one can ask about it. */
import { OPENING } from '../rule.ts';

/**
 * - `condition`: an English clause behind "If", "When" or the like.
 * - `topic`: a thing of something, as in KBLaM's rows: "the purpose of the meeting".
 * - `other`: any other text; logic, a bare clause, keywords.
 */
export type PremiseKind = 'condition' | 'topic' | 'other';

export interface PremiseParts {
  readonly kind: PremiseKind;
  /** The premise without the word that opens it. */
  readonly body: string;
}

export function premiseParts(premise: string): PremiseParts {
  const opening = OPENING.exec(premise);
  if (opening !== null) return { kind: 'condition', body: premise.slice(opening[0].length).trim() };
  return { kind: /^(?:the|our|my) .+ of /i.test(premise) ? 'topic' : 'other', body: premise.trim() };
}
