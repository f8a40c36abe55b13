/** V5: every gold fact matters, no other amount does. */
import { addMinutes, dayNumber, dateOfDay } from '../core/dates.ts';
import { canonicalJson } from '../core/canonical.ts';
import { factId, GIVEN, withFact, type Facts, type FactRecord, type Value } from '../core/facts.ts';
import { evaluate } from '../core/evaluate.ts';
import type { CheckResult } from '../formats/gold.ts';
import type { Scenario } from '../scenario/state.ts';
import { typeOf } from '../packs/pack.ts';
import { resultOf, type Subject } from './subject.ts';

/** Alterations of a date in days: past a year's end, an age limit, a holding period. */
const DAY_SHIFTS = [-400, 400, -9000, 9000, -30_000, 30_000];
/** Alterations of a time in minutes: out of a window, past a deadline, into another period. */
const MINUTE_SHIFTS = [7n, -7n, 200n, -200n, 3000n, -3000n, 600_000n, -600_000n];

export function checkRelevance(subject: Subject): CheckResult {
  const { scenario, instance } = subject;
  if (scenario === null) return resultOf('V5', ['no scenario']);
  const gold = new Set(instance.evidence.map(({ id }) => id));
  const before = valuesText(subject, scenario, subject.facts);
  const statements = subject.facts.flatMap((record) => Object.entries(record.fields).flatMap(([field, value]) => {
    const id = factId(record.subject, field);
    const changes = (altered: Value): boolean => valuesText(subject, scenario, withFact(subject.facts, record.subject, field, altered)) !== before;
    if (gold.has(id)) return [goldFault(subject, record, field, value, changes)];
    return typeof value === 'bigint' ? [alterations(subject, record, field, value).some(changes) ? `${id}: is no gold fact, and matters` : null] : [];
  }));
  return resultOf('V5', statements);
}

/** A gold fact matters where it is altered, and where it is not there. */
function goldFault(subject: Subject, record: FactRecord, field: string, value: Value, changes: (altered: Value) => boolean): string | null {
  return alterations(subject, record, field, value).some(changes) ? null : `${factId(record.subject, field)}: a gold fact that does not matter`;
}

/** Values of the gold rules: the answer and the trace. */
function valuesText({ context }: Subject, scenario: Scenario, facts: Facts): string {
  const rules = new Set(scenario.applied.map(({ rule }) => rule));
  const { applications } = evaluate(context.pack.set, scenario.relevant, facts);
  return canonicalJson(applications.filter(({ rule }) => rules.has(rule)).map(({ rule, emitted }) => [rule, emitted]));
}

/** Other values of the field, those of other records among them. */
function alterations({ context, facts }: Subject, { kind }: FactRecord, field: string, value: Value): Value[] {
  const others = kind === GIVEN ? [] : facts.filter((record) => record.kind === kind).flatMap(({ fields }) => (fields[field] === undefined ? [] : [fields[field]]));
  if (typeof value === 'bigint') return [value + 12_345n, value * 3n + 100n, value / 3n, 0n, value * 50n];
  if (typeof value === 'number') return [value + 1, value - 1, value + 6, value - 6, value * 2, value * 50, 0, ...others].filter((other) => other !== value);
  if (typeof value === 'boolean') return [!value];
  const type = kind === GIVEN ? typeOf(context.pack.set.rules, field) : context.pack.set.types[kind]?.[field];
  if (type === 'date') return DAY_SHIFTS.map((days) => dateOfDay(dayNumber(value) + days));
  if (type === 'time') return [...MINUTE_SHIFTS.map((minutes) => addMinutes(value, minutes)), ...others].filter((time) => time !== value);
  const { status } = context.pack.set;
  const words = kind === status.kind && field === status.field ? status.values : ['other', ...others];
  return words.filter((word) => word !== value);
}
