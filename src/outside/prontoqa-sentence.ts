/** The sentences of PrOntoQA: rules, facts of an individual, and the statement that is judged. */
import type { ClassRule, Conclusion, Wording } from './theory.ts';

const RULE = /^(?:(Each|Every) (\w+) is|(\w+)es are) (not )?(?:(an?) )?(\w+)\.$/;
const FACT = /^\w+ is an? (\w+)\.$/;
const STATEMENT = /^\w+ is (not )?(\w+)\.$/;
/** All invented classes end alike, in the singular and in the plural. */
const CLASS = /^(\w*[oui]mpus)(?:es)?$/;

/** "Dumpuses are not wooden." Null for a sentence of another form. */
export function parseRule(sentence: string): ClassRule | null {
  const match = RULE.exec(sentence);
  if (match === null) return null;
  const [, quantifier, singular, plural, not, , object] = match;
  const subject = (singular ?? plural ?? '').toLowerCase();
  const conclusion = conclusionOf(object ?? '', not !== undefined);
  if (!CLASS.test(subject) || conclusion === null) return null;
  return { subject, conclusion, wording: (quantifier?.toLowerCase() ?? 'plural') as Wording };
}

/** PrOntoQA denies properties, never classes. */
function conclusionOf(object: string, negated: boolean): Conclusion | null {
  const name = CLASS.exec(object)?.[1];
  if (name === undefined) return { kind: 'property', name: object, negated };
  return negated ? null : { kind: 'class', name };
}

/** The class of "Max is a yumpus."; null for a sentence of another form. */
export function parseFact(sentence: string): string | null {
  const name = FACT.exec(sentence)?.[1];
  return name !== undefined && CLASS.test(name) ? name : null;
}

/** "Max is not sour." Null for a sentence of another form. */
export function parseStatement(sentence: string): { readonly property: string; readonly negated: boolean } | null {
  const match = STATEMENT.exec(sentence);
  return match === null ? null : { property: match[2] ?? '', negated: match[1] !== undefined };
}

/** "A is so. B is so." as its sentences. */
export function sentencesOf(text: string): string[] {
  return text.match(/[^.]+\./g)?.map((sentence) => sentence.trim()) ?? [];
}
