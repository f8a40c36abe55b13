/** Whether the bidder is able and fit: turnover, references, unpaid taxes, judgments and what makes up for them. */
import { greatest, least, TO_CENT, total } from '../../../core/money.ts';
import type { RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { addYears } from '../../../core/dates.ts';
import { dollars, given, wanted } from '../../draw.ts';
import { addMonths } from '../calendar.ts';
import { bidderRows, categoryOf, closingOf, dayBetween, fullProcedure, known, parts, processOf } from '../draw.ts';
import { numberOf } from '../parameters.ts';
import { closingGiven } from './time-limits.ts';
import { category, sumOf } from './value.ts';

/** Years whose turnover counts; the scope leaves out all others. */
const YEARS = [2023, 2024, 2025];

const average: RuleModule = {
  id: 'procurement.average-turnover',
  emits: { average_turnover: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('turnover').length > 0,
  then: (c) => ({ average_turnover: c.round(sumOf(c, 'turnover', 'amount'), BigInt(YEARS.length)) }),
  bind: (b) => {
    const sum = 3n * (wanted(b, 'average_turnover') ?? dollars(b, 150_000, 700_000));
    return bidderRows(b, 'turnover', parts(b, sum, YEARS.length, 'amount').map((row, i) => ({ ...row, year: YEARS[i]! })));
  },
};

const support: RuleModule = {
  id: 'procurement.support',
  emits: { supported_turnover: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => supported(c) > 0n,
  then: (c) => ({ supported_turnover: supported(c) }),
  bind: (b) => bidderRows(b, 'support', [
    { amount: wanted(b, 'supported_turnover') ?? dollars(b, 20_000, 120_000), jointly_liable: true }, { amount: dollars(b, 20_000, 120_000), jointly_liable: false },
  ]),
};

function supported(c: RuleContext): bigint {
  return total(c.records('support').filter((row) => row.flag('jointly_liable')).map((row) => row.money('amount')));
}

const available: RuleModule = {
  id: 'procurement.available-turnover',
  emits: { available_turnover: 'money' },
  reads: { average_turnover: 'aggregation', supported_turnover: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => c.has('average_turnover') && c.has('supported_turnover'),
  then: (c) => ({ available_turnover: c.money('average_turnover') + c.money('supported_turnover') }),
  bind: (b) => {
    const sum = wanted(b, 'available_turnover') ?? dollars(b, 150_000, 700_000);
    return given(b, { average_turnover: sum - sum / 5n, supported_turnover: sum / 5n });
  },
};

const required: RuleModule = {
  id: 'procurement.required-turnover',
  emits: { required_turnover: 'money' },
  reads: { contract_estimate: 'dependency', threshold_excess: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => c.money('threshold_excess') > 0n && c.record('process').has('turnover_demanded') && c.has('contract_estimate'),
  then: (c) => ({ required_turnover: least(c.record('process').money('turnover_demanded'), c.money('contract_estimate') * BigInt(c.limit('TURNOVER_FACTOR'))) }),
  bind: (b) => {
    const estimate = known(b, 'contract_estimate', () => dollars(b, 420_000, 700_000));
    return [...fullProcedure(b), processOf({ turnover_demanded: (estimate * BigInt(b.random.integer(205, 300))) / 100n }), ...given(b, { contract_estimate: estimate })];
  },
};

const shortfall: RuleModule = {
  id: 'procurement.turnover-shortfall',
  emits: { turnover_shortfall: 'money' },
  reads: { required_turnover: 'dependency', available_turnover: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('required_turnover') > c.money('available_turnover'),
  then: (c) => ({ turnover_shortfall: c.money('required_turnover') - c.money('available_turnover') }),
  bind: (b) => {
    const own = known(b, 'available_turnover', () => dollars(b, 150_000, 500_000));
    return given(b, { available_turnover: own, required_turnover: own + (wanted(b, 'turnover_shortfall') ?? dollars(b, 20_000, 200_000)) });
  },
};

/** References that were completed within the years before the closing day. */
function recent(c: RuleContext): RecordView[] {
  const closing = c.text('closing_date');
  const first = addYears(closing, -c.limit('REFERENCE_YEARS', category(c)));
  return c.records('reference').filter((row) => row.text('completed') > first && row.text('completed') <= closing);
}

const references: RuleModule = {
  id: 'procurement.references',
  emits: { reference_value: 'money' },
  reads: { closing_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => recent(c).length > 0,
  then: (c) => ({ reference_value: total(recent(c).map((row) => row.money('amount'))) }),
  bind: (b) => {
    const [closing, { category: own, process }] = [closingOf(b), categoryOf(b)];
    const years = numberOf('REFERENCE_YEARS', own);
    const sum = wanted(b, 'reference_value') ?? dollars(b, 60_000, 200_000);
    const inside = parts(b, sum, 3, 'amount').map((row, i) => ({ ...row, completed: dayBetween(b, addMonths(closing, -12 * (years - i) + 1), 200) }));
    const outside = { completed: dayBetween(b, addMonths(closing, -12 * (years + 1) + 2), 200), amount: dollars(b, 30_000, 90_000) };
    return [...process, ...closingGiven(b), ...bidderRows(b, 'reference', [...inside, outside])];
  },
};

const taxes: RuleModule = {
  id: 'procurement.unpaid-taxes',
  emits: { unpaid_taxes: 'money' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => unpaid(c) > 0n,
  then: (c) => ({ unpaid_taxes: unpaid(c) }),
  bind: (b) => bidderRows(b, 'arrears', [
    ...parts(b, wanted(b, 'unpaid_taxes') ?? dollars(b, 5600, 19_000), 2, 'amount').map((row) => ({ ...row, payment_plan: false })), { amount: dollars(b, 2000, 9000), payment_plan: true },
  ]),
};

function unpaid(c: RuleContext): bigint {
  return total(c.records('arrears').filter((row) => !row.flag('payment_plan')).map((row) => row.money('amount')));
}

const taxExclusion: RuleModule = {
  id: 'procurement.exclusion-for-taxes',
  emits: { excluded_for_taxes: 'boolean' },
  reads: { unpaid_taxes: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('unpaid_taxes') > c.amount('ARREARS_LIMIT'),
  then: () => ({ excluded_for_taxes: true }),
  bind: (b) => given(b, { unpaid_taxes: dollars(b, 5600, 19_000) }),
};

/** A rule for one ground of exclusion: so many years from the day of the judgment or decision. */
function exclusionRule(id: string, name: string, ground: string, years: string): RuleModule {
  const rows = (c: RuleContext): RecordView[] => c.records('judgment').filter((row) => row.text('ground') === ground);
  return {
    id,
    emits: { [name]: 'date' },
    reads: {},
    rounding: TO_CENT,
    when: (c) => rows(c).length > 0,
    then: (c) => ({ [name]: addYears(rows(c).map((row) => row.text('day')).sort().at(-1)!, c.limit(years)) }),
    bind: (b) => bidderRows(b, 'judgment', [{ ground, day: dayBetween(b, `${2026 - numberOf(years)}-08-01`, 300) }]),
  };
}

const conviction = exclusionRule('procurement.conviction', 'conviction_end', 'conviction', 'CONVICTION_YEARS');
const misconduct = exclusionRule('procurement.misconduct', 'misconduct_end', 'misconduct', 'MISCONDUCT_YEARS');

const cleaning: RuleModule = {
  id: 'procurement.self-cleaning',
  emits: { cleaned_end: 'date' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('cleaning').length > 0,
  then: (c) => ({ cleaned_end: addMonths(c.record('cleaning').text('accepted'), c.limit('CLEANING_MONTHS')) }),
  bind: (b) => bidderRows(b, 'cleaning', [{ accepted: dayBetween(b, '2026-01-05', 100) }]),
};

const exclusionEnd: RuleModule = {
  id: 'procurement.exclusion-end',
  emits: { exclusion_end: 'date' },
  reads: { conviction_end: 'temporal', misconduct_end: 'temporal', cleaned_end: 'exception' },
  rounding: TO_CENT,
  when: (c) => c.has('conviction_end') || c.has('misconduct_end'),
  then: (c) => {
    const usual = [c.optionalText('conviction_end') ?? '', c.optionalText('misconduct_end') ?? ''].sort().at(-1)!;
    return { exclusion_end: [usual, c.optionalText('cleaned_end') ?? usual].sort()[0]! };
  },
  bind: (b) => (b.derived.has('misconduct_end') ? [] : given(b, { conviction_end: (b.want['exclusion_end'] as string | undefined) ?? dayBetween(b, '2026-08-01', 300) })),
};

const conductExclusion: RuleModule = {
  id: 'procurement.exclusion-for-conduct',
  emits: { excluded_for_conduct: 'boolean' },
  reads: { exclusion_end: 'temporal', closing_date: 'temporal' },
  rounding: TO_CENT,
  when: (c) => c.text('exclusion_end') >= c.text('closing_date'),
  then: () => ({ excluded_for_conduct: true }),
  bind: (b) => [...closingGiven(b), ...given(b, { exclusion_end: dayBetween(b, '2026-08-01', 300) })],
};

const experience: RuleModule = {
  id: 'procurement.experience-score',
  emits: { experience_score: 'integer' },
  reads: { reference_value: 'dependency', contract_estimate: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.has('reference_value') && c.money('contract_estimate') > 0n,
  then: (c) => {
    const weight = BigInt(c.limit('EXPERIENCE_WEIGHT'));
    const share = (c.money('reference_value') * weight) / greatest(1n, c.money('contract_estimate'));
    return { experience_score: Number(least(weight, share)) };
  },
  bind: (b) => {
    const estimate = known(b, 'contract_estimate', () => dollars(b, 250_000, 600_000));
    return given(b, { contract_estimate: estimate, reference_value: (estimate * BigInt(b.random.integer(20, 85))) / 100n });
  },
};

export const BIDDER_RULES: readonly RuleModule[] = [
  average, support, available, required, shortfall, references, taxes, taxExclusion, conviction, misconduct, cleaning, exclusionEnd, conductExclusion, experience,
];
