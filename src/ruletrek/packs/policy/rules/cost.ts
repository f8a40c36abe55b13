/** What the planned pods cost in a month, in dollars. */
import { greatest, TO_CENT } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { dollars, given } from '../../draw.ts';
import { service, single, tierOf } from '../draw.ts';
import { tier } from './findings.ts';

const GIBI = 2n ** 30n;

/** Demand × price of a unit. */
function cost(name: 'cpu' | 'memory', per: bigint, draw: readonly [number, number]): RuleModule {
  const [emits, wanted, price] = [`${name}_cost`, `${name}_demand`, `PRICE_${name.toUpperCase()}`];
  const [low, high] = draw;
  return {
    id: `policy.${name}-cost`,
    emits: { [emits]: 'money' },
    reads: { [wanted]: 'dependency' },
    rounding: TO_CENT,
    when: (c) => c.count(wanted) > 0,
    then: (c) => ({ [emits]: c.round(BigInt(c.count(wanted)) * c.amount(price), per) }),
    bind: (b) => given(b, { [wanted]: b.random.integer(low, high) * Number(name === 'cpu' ? 50n : GIBI / 8n) }),
  };
}

function usage(c: RuleContext): bigint {
  return (c.optional('cpu_cost') ?? 0n) + (c.optional('memory_cost') ?? 0n);
}

const discount: RuleModule = {
  id: 'policy.tier-discount',
  emits: { tier_discount: 'money' },
  reads: { cpu_cost: 'aggregation', memory_cost: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => usage(c) > 0n,
  then: (c) => ({ tier_discount: c.round(usage(c) * c.rate('DISCOUNT', tier(c))) }),
  bind: (b) => [service(tierOf(b)), ...given(b, b.random.chance(0.5) ? { cpu_cost: dollars(b, 40, 400) } : { memory_cost: dollars(b, 20, 200) })],
};

const monthly: RuleModule = {
  id: 'policy.monthly-cost',
  emits: { monthly_cost: 'money' },
  reads: { cpu_cost: 'aggregation', memory_cost: 'aggregation', tier_discount: 'exception' },
  rounding: TO_CENT,
  when: (c) => usage(c) > 0n,
  then: (c) => ({ monthly_cost: greatest(0n, usage(c) - (c.optional('tier_discount') ?? 0n)) }),
  bind: (b) => given(b, { cpu_cost: dollars(b, 60, 400), memory_cost: dollars(b, 30, 200), tier_discount: dollars(b, 3, 40) }),
};

const overBudget: RuleModule = {
  id: 'policy.budget-excess',
  emits: { budget_excess: 'money' },
  reads: { monthly_cost: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.money('monthly_cost') > c.record('namespace').money('budget'),
  then: (c) => ({ budget_excess: c.money('monthly_cost') - c.record('namespace').money('budget') }),
  bind: (b) => [single(b, 'namespace', 'namespace', { budget: dollars(b, 10, 60) }), ...given(b, { monthly_cost: dollars(b, 70, 500) })],
};

export const COST_RULES: readonly RuleModule[] = [cost('cpu', 1000n, [8, 160]), cost('memory', GIBI, [4, 160]), discount, monthly, overBudget];
