/** Records and files that look as if they mattered: other systems, other months, a quiet shift. */
import { addMinutes } from '../../core/dates.ts';
import { GIVEN, type Facts, type FactRecord, type Value } from '../../core/facts.ts';
import type { Random } from '../../../random.ts';
import { CYBER_FACTS, MONTH, OTHER_SYSTEMS } from './facts.ts';

/** At most so many records of a kind are copied to another system or month. */
const COPIES = 3;
const NEVER_COPIED: ReadonlySet<string> = new Set(['case', GIVEN]);
const MINUTES_BACK = 31n * 1440n;

export function distract(random: Random, facts: Facts): FactRecord[] {
  const kinds = [...new Set(facts.map(({ kind }) => kind))].filter((kind) => !NEVER_COPIED.has(kind));
  return kinds.flatMap((kind) => {
    const records = facts.filter((record) => record.kind === kind);
    const numbers = records.map(({ subject }) => Number(subject.slice(subject.lastIndexOf('-') + 1)));
    const count = random.integer(1, COPIES);
    return Array.from({ length: count }, (_, i) => outOfScope(random, random.pick(records), `${kind}-${Math.max(...numbers) + i + 1}`));
  });
}

/** A copy with other values of its rows, on another system, or in January where the kind has times. */
function outOfScope(random: Random, record: FactRecord, subject: string): FactRecord {
  const timed = record.fields['time'] ?? record.fields['start'];
  const earlier = timed !== undefined && ['event', 'logon', 'outage', 'maintenance'].includes(record.kind) && random.chance(0.4);
  const fields = earlier ? toJanuary(record) : { ...record.fields, system: random.pick(OTHER_SYSTEMS) };
  return { ...record, subject, fields };
}

function toJanuary({ kind, fields }: FactRecord): Record<string, Value> {
  const shift = (name: string, value: Value): Value => (CYBER_FACTS[kind]?.[name] === 'time' ? addMinutes(String(value), -MINUTES_BACK) : value);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, shift(name, value)]));
}

type Draw = (random: Random) => Value;
const time: Draw = (random) => `${MONTH}-${String(random.integer(2, 27)).padStart(2, '0')}T${String(random.integer(10, 19))}:${String(random.integer(10, 59))}:00Z`;

/** Plausible values for the fields that a row leaves open. */
const OPEN: Readonly<Record<string, Readonly<Record<string, Draw>>>> = {
  case: { opened: (random) => `${MONTH}-${random.integer(10, 27)}T08:${random.integer(10, 59)}:00Z` },
  event: {
    time, evt_type: (random) => random.pick(['openat', 'clone', 'connect']), container_id: () => 'host', proc_name: (random) => random.pick(['nginx', 'java', 'postgres']),
    parent_name: (random) => random.pick(['supervisord', 'tini']), tty: () => 0, user: (random) => random.pick(['deploy', 'ops']), mode: () => 'read', file: () => '/srv/app/config.json',
  },
  logon: { time, result: () => 'success', account: (random) => random.pick(['maria', 'chen', 'okafor']), factors: () => 2, source: (random) => `10.20.4.${random.integer(2, 250)}` },
  account: { kind: () => 'user', last_used: () => '2026-02-27', created: () => '2024-05-06' },
  finding: { score: (random) => (random.integer(31, 64) / 10).toFixed(1), found: () => `${MONTH}-20`, exploited: () => false },
  dataset: { encrypted: () => true },
};

export function fill(random: Random, facts: Facts): FactRecord[] {
  return facts.flatMap((record) => Object.entries(OPEN[record.kind] ?? {})
    .filter(([name]) => record.fields[name] === undefined)
    .map(([name, draw]) => ({ ...record, fields: { [name]: draw(random) } })));
}

export function bystanders(random: Random): { path: string; text: string }[] {
  const shifts = Array.from({ length: random.integer(3, 6) }, (_, i) => `${MONTH}-${String(3 * i + 2).padStart(2, '0')},${random.pick(['early', 'late', 'night'])},${random.pick(['quiet', 'two calls', 'change freeze'])}`);
  const page = ['# Wiki', '', '- The badge reader at door C is being replaced.', `- Room ${random.integer(101, 340)} has the new screens.`, '- Phishing training is in April.'];
  return [
    { path: 'misc/shifts.csv', text: `${['day,shift,note', ...shifts].join('\n')}\n` },
    { path: 'misc/wiki.md', text: `${page.join('\n')}\n` },
  ];
}
