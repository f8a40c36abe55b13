/** Rules that count what breaks them, and rules that add up such counts. */
import type { EdgeType } from '../../../formats/vocabulary.ts';
import { TO_CENT } from '../../../core/money.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { fieldOf, givenCount } from '../draw.ts';

/** Levels of pod security, each with the rules of those before it. */
export const LEVELS = ['privileged', 'baseline', 'restricted'] as const;
export type Level = (typeof LEVELS)[number];

export interface Finding {
  readonly id: string;
  readonly emits: string;
  readonly kind: string;
  /** The level from which on the rule holds. */
  readonly level?: Level;
  /** Counts that are subtracted: what a mutation has mended before. */
  readonly mended?: Readonly<Record<string, EdgeType>>;
  readonly breaks: (record: RecordView, c: RuleContext) => boolean;
  /** Whether everything that is compared can be read; the rule is not applied where it cannot. */
  readonly readable?: (c: RuleContext) => boolean;
  readonly bind: RuleModule['bind'];
}

/** A rule that counts records that break it. */
export function finding({ id, emits, kind, level, mended = {}, breaks, readable = () => true, bind }: Finding): RuleModule {
  const broken = (c: RuleContext): number => c.records(kind).filter((record) => breaks(record, c)).length;
  const rest = (c: RuleContext): number => broken(c) - Object.keys(mended).reduce((sum, name) => sum + (c.optionalCount(name) ?? 0), 0);
  return {
    id,
    emits: { [emits]: 'integer' },
    reads: { ...(level === undefined ? {} : { enforced_level: 'eligibility' }), ...mended },
    rounding: TO_CENT,
    when: (c) => (level === undefined || reaches(c.text('enforced_level'), level)) && readable(c) && rest(c) > 0,
    then: (c) => ({ [emits]: rest(c) }),
    bind,
  };
}

/** Whether a level has the rules of another. */
export function reaches(level: string, needed: Level): boolean {
  return LEVELS.indexOf(level as Level) >= LEVELS.indexOf(needed);
}

/** The tier of the service. */
export function tier(c: RuleContext): string {
  return c.record('service').text('tier');
}

/** Facts that break a rule, and the level in force where no rule derives it. */
export function atLevel(level: Level, facts: (b: Binder) => Facts): RuleModule['bind'] {
  return (b) => [...facts(b), ...(fieldOf(b, 'given', 'enforced_level') === undefined ? given(b, { enforced_level: level === 'baseline' ? b.random.pick(['baseline', 'restricted']) : level }) : [])];
}

/** A flag that is there and set. */
export function isSet(record: RecordView, field: string): boolean {
  return record.has(field) && record.flag(field);
}

/** A rule that adds up the counts that there are. */
export function sumOf(id: string, emits: string, parts: readonly string[]): RuleModule {
  const values = (c: RuleContext): number[] => parts.flatMap((name) => c.optionalCount(name) ?? []);
  return {
    id,
    emits: { [emits]: 'integer' },
    reads: Object.fromEntries(parts.map((name) => [name, 'aggregation' as const])),
    rounding: TO_CENT,
    when: (c) => values(c).length > 0,
    then: (c) => ({ [emits]: values(c).reduce((a, b) => a + b, 0) }),
    bind: (b) => {
      const open = parts.filter((name) => !b.derived.has(name));
      const chosen = b.random.shuffle(open).slice(0, open.length === parts.length ? 2 : 1);
      return chosen.flatMap((name) => givenCount(b, name, 1, 4));
    },
  };
}

