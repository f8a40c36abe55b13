/** Requests and limits of containers, pods that are planned, and the quota of the namespace (quantities in BigInt). */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { containers, countOf, fieldOf, limitOf, mixed, service, single, tierOf } from '../draw.ts';
import { settingText } from '../parameters.ts';
import { parseQuantity, unitsOf } from '../quantity.ts';
import type { Tier } from '../facts.ts';
import { atLevel, finding, sumOf, tier } from './findings.ts';

/** Millicores or bytes: CPU counts in thousandths, memory in whole bytes. */
type Measure = (text: string) => bigint | null;
const millicores: Measure = parseQuantity;
const bytes: Measure = (text) => {
  const thousandths = parseQuantity(text);
  return thousandths === null ? null : unitsOf(thousandths);
};

/** Sum over the containers that have the field; null where there is none or one cannot be read. */
function sumField(c: RuleContext, field: string, measure: Measure): bigint | null {
  const parts = c.records('container').filter((one) => one.has(field)).map((one) => measure(one.text(field)));
  return parts.length === 0 || parts.includes(null) ? null : parts.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
}

interface Resource {
  readonly name: 'cpu' | 'memory';
  readonly measure: Measure;
  /** A quantity that a container may request. */
  readonly draw: (b: Binder) => string;
  /** Bounds of a pod's request in the measure, for values that are given. */
  readonly given: readonly [number, number];
  readonly unit: (amount: number) => string;
}

const MEBI = 2 ** 20;
const CPU: Resource = { name: 'cpu', measure: millicores, draw: ({ random }) => random.pick([`${random.integer(3, 18) * 25}m`, `0.${random.integer(1, 9)}`, '1']), given: [11, 49], unit: (amount) => `${amount}m` };
const MEMORY: Resource = { name: 'memory', measure: bytes, draw: ({ random }) => random.pick([`${random.integer(3, 30) * 32}Mi`, `${random.integer(120, 900)}M`, '1Gi', '0.5Gi']), given: [30, 90], unit: (amount) => `${Math.ceil(amount / MEBI)}Mi` };

/** A mutation: containers without a request get the default of the tier. */
function defaultRequest({ name, measure, draw }: Resource): RuleModule {
  const [field, setting, emits] = [`${name}_request`, `DEFAULT_${name.toUpperCase()}_REQUEST`, `defaulted_${name}`];
  const open = (c: RuleContext): RecordView[] => c.records('container').filter((one) => !one.has(field));
  return {
    id: `policy.default-${name}-request`,
    emits: { [emits]: 'integer' },
    reads: {},
    rounding: TO_CENT,
    when: (c) => open(c).length > 0,
    then: (c) => ({ [emits]: Number((measure(c.setting(setting, tier(c))) ?? 0n) * BigInt(open(c).length)) }),
    bind: (b) => [service(tierOf(b)), ...containers(b, (position) => (position === 0 ? {} : { [field]: draw(b) }))],
  };
}

/** What one pod requests: the containers' requests and the defaults of those without. */
function podRequest({ name, measure, draw }: Resource): RuleModule {
  const [field, emits, defaulted] = [`${name}_request`, `pod_${name}_request`, `defaulted_${name}`];
  return {
    id: `policy.pod-${name}-request`,
    emits: { [emits]: 'integer' },
    reads: { [defaulted]: 'override' },
    rounding: TO_CENT,
    when: (c) => sumField(c, field, measure) !== null,
    then: (c) => ({ [emits]: Number(sumField(c, field, measure)) + (c.optionalCount(defaulted) ?? 0) }),
    bind: (b) => containers(b, (position) => (position === 0 && b.random.chance(0.5) ? {} : { [field]: draw(b) })),
  };
}

const replicaFloor: RuleModule = {
  id: 'policy.replica-floor',
  emits: { raised_replicas: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('workload').integer('replicas') < c.limit('REPLICA_FLOOR', tier(c)),
  then: (c) => ({ raised_replicas: c.limit('REPLICA_FLOOR', tier(c)) }),
  bind: (b) => [service(tierOf(b, ['internal', 'standard', 'critical'])), single(b, 'workload', 'namespace', { replicas: 1 })],
};

const autoscaler: RuleModule = {
  id: 'policy.autoscaler-peak',
  emits: { peak_replicas: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('autoscaler').integer('max') > 0,
  then: (c) => ({ peak_replicas: c.record('autoscaler').integer('max') }),
  bind: (b) => [single(b, 'autoscaler', 'namespace', { max: countOf(b, 'peak_replicas', 4, 18) })],
};

/** The autoscaler's peak goes before the raised number, and that before the manifest's. */
function replicas(c: RuleContext): number {
  return c.optionalCount('peak_replicas') ?? c.optionalCount('raised_replicas') ?? c.record('workload').integer('replicas');
}

/** The stated percentage of the replicas, rounded up; none where it is no percentage. */
function surgePods(c: RuleContext): number {
  const match = /^(\d+)%$/.exec(c.record('workload').text('max_surge'));
  return match === null ? 0 : Math.ceil((replicas(c) * Number(match[1])) / 100);
}

const surge: RuleModule = {
  id: 'policy.rollout-surge',
  emits: { surge_pods: 'integer' },
  reads: { peak_replicas: 'precedence', raised_replicas: 'override' },
  rounding: TO_CENT,
  when: (c) => c.record('workload').has('max_surge') && surgePods(c) > 0,
  then: (c) => ({ surge_pods: surgePods(c) }),
  bind: (b) => {
    const own = (fieldOf(b, 'workload', 'replicas') as number | undefined) ?? b.random.integer(3, 12);
    const base = (fieldOf(b, 'autoscaler', 'max') as number | undefined) ?? own;
    return [single(b, 'workload', 'namespace', { replicas: own, max_surge: `${Math.floor((100 * b.random.integer(1, Math.max(1, Math.floor(base / 2)))) / base)}%` })];
  },
};

const planned: RuleModule = {
  id: 'policy.planned-pods',
  emits: { planned_pods: 'integer' },
  reads: { peak_replicas: 'precedence', raised_replicas: 'override', surge_pods: 'aggregation' },
  rounding: TO_CENT,
  when: (c) => replicas(c) > 0,
  then: (c) => ({ planned_pods: replicas(c) + (c.optionalCount('surge_pods') ?? 0) }),
  bind: (b) => [single(b, 'workload', 'namespace', { replicas: countOf(b, 'planned_pods', 2, 9) })],
};

/** Request of a pod × planned pods. */
function demand({ name, given: [low, high], unit }: Resource): RuleModule {
  const scale = unit(1) === '1Mi' ? MEBI * 8 : 25;
  const [emits, request] = [`${name}_demand`, `pod_${name}_request`];
  return {
    id: `policy.${name}-demand`,
    emits: { [emits]: 'integer' },
    reads: { [request]: 'dependency', planned_pods: 'dependency' },
    rounding: TO_CENT,
    when: (c) => c.count(request) > 0 && c.count('planned_pods') > 0,
    then: (c) => ({ [emits]: c.count(request) * c.count('planned_pods') }),
    bind: (b) => given(b, { [request]: b.random.integer(low, high) * scale, planned_pods: b.random.integer(2, 9) }),
  };
}

/** Hard limit of the quota less what is used. */
function quotaLeft({ name, measure, unit }: Resource, most: number): RuleModule {
  const emits = `${name}_quota_left`;
  const left = (c: RuleContext): bigint | null => {
    const [hard, used] = [measure(c.record('quota').text(`${name}_hard`)), measure(c.record('quota').text(`${name}_used`))];
    return hard === null || used === null ? null : hard - used;
  };
  return {
    id: `policy.${name}-quota-left`,
    emits: { [emits]: 'integer' },
    reads: {},
    rounding: TO_CENT,
    when: (c) => (left(c) ?? 0n) > 0n,
    then: (c) => ({ [emits]: Number(left(c)) }),
    bind: (b) => {
      const free = (b.want[emits] as number | undefined) ?? b.random.integer(1, most) * (name === 'cpu' ? 100 : 128 * MEBI);
      const used = b.random.integer(2, 40) * (name === 'cpu' ? 250 : 256 * MEBI);
      return [single(b, 'quota', 'namespace', { [`${name}_hard`]: unit(free + used), [`${name}_used`]: unit(used) })];
    },
  };
}

const podsLeft: RuleModule = {
  id: 'policy.pod-quota-left',
  emits: { pod_quota_left: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.record('quota').integer('pods_hard') > c.record('quota').integer('pods_used'),
  then: (c) => ({ pod_quota_left: c.record('quota').integer('pods_hard') - c.record('quota').integer('pods_used') }),
  bind: (b) => {
    const used = b.random.integer(8, 40);
    return [single(b, 'quota', 'namespace', { pods_hard: used + countOf(b, 'pod_quota_left', 1, 8), pods_used: used })];
  },
};

/** What is wanted over what is left. */
function excess(name: string, wanted: string, step: number): RuleModule {
  const [emits, left] = [`${name}_excess`, `${name}_quota_left`];
  return {
    id: `policy.${name}-excess`,
    emits: { [emits]: 'integer' },
    reads: { [wanted]: 'dependency', [left]: 'dependency' },
    rounding: TO_CENT,
    when: (c) => c.count(wanted) > c.count(left),
    then: (c) => ({ [emits]: c.count(wanted) - c.count(left) }),
    bind: (b) => {
      const free = b.random.integer(1, 8);
      return given(b, { [wanted]: (free + b.random.integer(2, 30)) * step, [left]: free * step });
    },
  };
}

/** A limit that is missing, or over the largest of the tier; one that cannot be read is over it. */
function overLimit(c: RuleContext, one: RecordView, name: string): boolean {
  const [field, setting] = [`${name}_limit`, `MAX_${name.toUpperCase()}_LIMIT`];
  if (!one.has(field)) return true;
  const [limit, most] = [parseQuantity(one.text(field)), parseQuantity(c.setting(setting, tier(c)))];
  return limit === null || most === null || limit > most;
}

function limitRule({ name, measure, unit }: Resource): RuleModule {
  const field = `${name}_limit`;
  const most = (own: Tier): number => Number(measure(settingText(`MAX_${name.toUpperCase()}_LIMIT`, own)));
  return finding({
    id: `policy.${name}-limit`, emits: `${name}_limit_findings`, kind: 'container', level: 'baseline',
    breaks: (one, c) => overLimit(c, one, name),
    bind: atLevel('baseline', (b) => {
      const own = tierOf(b);
      const share = (low: number, high: number): string => unit(Math.floor((most(own) * b.random.integer(low, high)) / 100));
      return [service(own), ...mixed(b, () => (b.random.chance(0.3) ? {} : { [field]: share(110, 170) }), () => ({ [field]: share(55, 100) }))];
    }),
  });
}

/** Limit and request of a container that has both, in millicores. */
function pair(one: RecordView): (bigint | null)[] {
  return one.has('cpu_limit') && one.has('cpu_request') ? [millicores(one.text('cpu_limit')), millicores(one.text('cpu_request'))] : [];
}

function overRatio(c: RuleContext, one: RecordView): boolean {
  const [limit, request] = pair(one);
  return typeof limit === 'bigint' && typeof request === 'bigint' && limit > request * BigInt(c.limit('MAX_RATIO', tier(c)));
}

const ratio = finding({
  id: 'policy.limit-ratio', emits: 'ratio_findings', kind: 'container', level: 'baseline', breaks: (one, c) => overRatio(c, one),
  readable: (c) => c.records('container').every((one) => !pair(one).includes(null)),
  bind: atLevel('baseline', (b) => {
    const own = tierOf(b);
    const most = limitOf('MAX_RATIO', own);
    const drawn = (factor: number): Record<string, string> => {
      const request = b.random.integer(2, 8) * 25;
      return { cpu_request: `${request}m`, cpu_limit: `${request * factor}m` };
    };
    return [service(own), ...mixed(b, () => drawn(most + b.random.integer(1, 3)), () => drawn(Math.max(1, most - b.random.integer(0, 1))))];
  }),
});

export const RESOURCE_RULES: readonly RuleModule[] = [
  defaultRequest(CPU), defaultRequest(MEMORY), podRequest(CPU), podRequest(MEMORY), replicaFloor, autoscaler, surge, planned, demand(CPU), demand(MEMORY),
  quotaLeft(CPU, 40), quotaLeft(MEMORY, 60), podsLeft, excess('cpu', 'cpu_demand', 100), excess('memory', 'memory_demand', 64 * MEBI), excess('pod', 'planned_pods', 1),
  limitRule(CPU), limitRule(MEMORY), ratio, sumOf('policy.resource-findings', 'resource_findings', ['cpu_limit_findings', 'memory_limit_findings', 'ratio_findings']),
];

