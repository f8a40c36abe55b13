/** What of a model's replies is taken: the checks decide, and say why not. */
import { parseJson } from '../../files/parse-json.ts';
import { randomStream } from '../../random.ts';
import type { Facts } from '../core/facts.ts';
import type { RuleModule } from '../core/rule.ts';
import type { Pack } from '../packs/pack.ts';
import { bindFacts } from '../scenario/compose.ts';
import type { Engine } from '../scenario/state.ts';
import { ProposedRecords } from './file.ts';
import { typedFacts } from './typed-record.ts';

/** Something taken, or the reason why not. */
export type Checked<T> = { readonly taken: T } | { readonly refused: string };

/** Share of a line's long words that its new wording must have. */
const KEPT_WORDS = 0.5;
const LONG_WORD = /[a-z]{5,}/g;
const NEGATIONS = /\b(?:no|not|nor|never|none|only|without|unless|except|cannot)\b/g;

/** An introduction in other words: line by line the same numbers, terms in backticks and negations, and enough of the same words. */
export function checkedIntroduction(original: string, reply: string): Checked<string> {
  const lines = reply.split('\n').map((line) => line.trim()).filter((line) => line !== '');
  const own = original.split('\n');
  if (lines.length !== own.length) return { refused: `${lines.length} lines, expected ${own.length}` };
  const fault = own.map((line, i) => lineFault(line, lines[i] as string)).find((found) => found !== null);
  if (fault !== undefined) return { refused: fault as string };
  return lines.join('\n') === original ? { refused: 'the same words' } : { taken: lines.join('\n') };
}

function lineFault(original: string, line: string): string | null {
  const same = (pattern: RegExp): boolean => JSON.stringify(found(original, pattern).sort()) === JSON.stringify(found(line, pattern).sort());
  if (!same(/\d+(?:[.,]\d+)*/g)) return `other numbers: ${line}`;
  if (!same(/`[^`]*`/g)) return `other terms: ${line}`;
  if (found(original, NEGATIONS).length !== found(line, NEGATIONS).length) return `says no more or less often: ${line}`;
  const words = new Set(found(original, LONG_WORD));
  const kept = [...words].filter((word) => line.toLowerCase().includes(word)).length;
  return kept < KEPT_WORDS * words.size ? `too few of its words: ${line}` : null;
}

function found(text: string, pattern: RegExp): string[] {
  return text.toLowerCase().match(pattern) ?? [];
}

/** Facts of a sub-scenario: of the pack's kinds and types, and such that the rule binds by them alone, no slip unseen (V2, V4). */
export function checkedSubScenario(pack: Pack, engine: Engine, rule: RuleModule, reply: string): Checked<Facts> {
  const parsed = ProposedRecords.safeParse(parseJson(/\[[^]*\]/.exec(reply)?.[0] ?? ''));
  if (!parsed.success) return { refused: 'no JSON list of records' };
  const facts = typedFacts(pack, parsed.data);
  if (typeof facts === 'string') return { refused: facts };
  if (new Set(facts.map(({ subject }) => subject)).size !== facts.length) return { refused: 'a subject twice' };
  const scenario = bindFacts(engine, randomStream(`proposals/${rule.id}`), undefined, rule, facts);
  return scenario?.sound === true ? { taken: facts } : { refused: scenario === null ? 'the rule does not bind' : 'a slip would pass unseen' };
}
