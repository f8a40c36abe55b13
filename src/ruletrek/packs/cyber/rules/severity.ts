/** From points to the severity of a case, which breaches raise and exercises lower. */
import { TO_CENT } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { caseOf, impactOf, oneOfNumbers, partOf, someIds, withFields } from '../draw.ts';
import { SEVERITIES, SYSTEM, type Severity } from '../facts.ts';
import { setting } from '../parameters.ts';
import { idsOf, recordsOf, without } from '../sets.ts';
import { impact } from './access.ts';
import { daysAgo } from './accounts.ts';
import { fieldRule } from './macros.ts';

const POINTS = { alert_points: [3, 40], burst_points: [4, 16], access_points: [2, 14], patch_points: [3, 18] } as const;

/** Points, and one for each account that is to be disabled. */
function sumOfPoints(c: RuleContext): number {
  const accounts = idsOf(c.optionalText('disable_accounts')).length;
  return Object.keys(POINTS).reduce((sum, name) => sum + (c.optionalCount(name) ?? 0), accounts);
}

const score: RuleModule = {
  id: 'cyber.risk-score',
  emits: { risk_score: 'integer' },
  reads: { alert_points: 'aggregation', burst_points: 'aggregation', access_points: 'aggregation', patch_points: 'aggregation', disable_accounts: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => sumOfPoints(c) > 0,
  then: (c) => ({ risk_score: sumOfPoints(c) }),
  bind: (b) => oneOfNumbers(b, POINTS),
};

const STEPS = [['critical', 'critical_points'], ['high', 'high_points'], ['medium', 'medium_points']] as const;

const base: RuleModule = {
  id: 'cyber.base-severity',
  emits: { base_severity: 'enum' },
  reads: { risk_score: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('risk_score') > 0,
  then: (c) => {
    const reached = STEPS.find(([, name]) => c.count('risk_score') >= c.limit(name, impact(c)));
    return { base_severity: reached?.[0] ?? 'low' };
  },
  bind: (b) => {
    const own = impactOf(b);
    return [caseOf({ impact: own }), ...given(b, { risk_score: setting(b.random.pick(STEPS)[1], own) + b.random.integer(0, 12) })];
  },
};

/** Personal rows that are not encrypted. */
function exposedRows(c: RuleContext): number {
  const readable = without(c, c.records('dataset').map(({ subject }) => subject), 'encrypted_datasets');
  const personal = recordsOf(c, 'dataset', readable).filter((dataset) => dataset.has('class') && dataset.text('class') === 'personal');
  return personal.reduce((sum, dataset) => sum + dataset.integer('rows'), 0);
}

const exposed: RuleModule = {
  id: 'cyber.exposed-records',
  emits: { exposed_records: 'integer' },
  reads: { encrypted_datasets: 'exception' },
  rounding: TO_CENT,
  when: (c) => exposedRows(c) > 0,
  then: (c) => ({ exposed_records: exposedRows(c) }),
  bind: (b) => {
    const ids = someIds(b, 'dataset').slice(0, 4);
    const personal = new Set([...ids.slice(0, 2), ...partOf(b, ids, 0.5)]);
    return withFields('dataset', ids, (i) => ({ class: personal.has(ids[i]!) ? 'personal' : 'technical', rows: b.random.integer(300, 9000) }));
  },
};

const breach: RuleModule = {
  id: 'cyber.breach',
  emits: { breach_steps: 'integer' },
  reads: { exposed_records: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('exposed_records') >= c.limit('breach_rows'),
  then: (c) => ({ breach_steps: c.count('exposed_records') >= c.limit('grave_breach_rows') ? 2 : 1 }),
  bind: (b) => given(b, { exposed_records: b.random.chance(0.5) ? b.random.integer(500, 9999) : b.random.integer(10_000, 40_000) }),
};

const exercise: RuleModule = {
  id: 'cyber.exercise',
  emits: { is_exercise: 'boolean' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('exercise').some((one) => one.text('approved') < c.record('case').text('opened').slice(0, 10)),
  then: () => ({ is_exercise: true }),
  bind: (b) => [caseOf({ opened: `${daysAgo(b.random.integer(4, 20))}T09:${b.random.integer(10, 59)}:00Z` }), ...(hasRows(b, 'exercise') ? [] : rows(b, 'exercise', [{ system: SYSTEM, approved: daysAgo(b.random.integer(21, 40)) }]))],
};

/** Steps of a breach go up to the gravest severity; an exercise then takes one step off. */
function severityOf(c: RuleContext): Severity {
  const raised = Math.min(SEVERITIES.length - 1, SEVERITIES.findIndex((one) => one === c.text('base_severity')) + (c.optionalCount('breach_steps') ?? 0));
  return SEVERITIES[Math.max(0, raised - (c.has('is_exercise') ? 1 : 0))]!;
}

export function isSeverity(text: string): boolean {
  return SEVERITIES.some((one) => one === text);
}

const severity: RuleModule = {
  id: 'cyber.severity',
  emits: { severity: 'enum' },
  reads: { base_severity: 'dependency', breach_steps: 'override', is_exercise: 'precedence' },
  rounding: TO_CENT,
  when: (c) => isSeverity(c.text('base_severity')),
  then: (c) => ({ severity: severityOf(c) }),
  bind: (b) => given(b, { base_severity: b.random.pick(SEVERITIES.slice(0, 3)) }),
};

export const SEVERITY_RULES: readonly RuleModule[] = [
  score,
  base,
  fieldRule({
    id: 'cyber.encrypted-datasets', name: 'encrypted_datasets', kind: 'dataset', field: 'encrypted', holds: (dataset) => dataset.flag('encrypted'), yes: () => true, no: () => false,
  }),
  exposed,
  breach,
  exercise,
  severity,
];
