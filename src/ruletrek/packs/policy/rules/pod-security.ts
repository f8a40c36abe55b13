/** Pod security: the level that is enforced, the rules of the levels baseline and restricted (Kyverno's pod-security policies as facts). */
import { TO_CENT } from '../../../core/money.ts';
import type { Binder, RuleModule } from '../../../core/rule.ts';
import type { Facts, FactRecord } from '../../../core/facts.ts';
import { given, hasRows, rows } from '../../draw.ts';
import { containers, countOf, limitOf, mixed, service, single, tie, tierOf } from '../draw.ts';
import { itemsOf, settingText } from '../parameters.ts';
import { atLevel, finding, isSet, LEVELS, reaches, sumOf, tier, type Level } from './findings.ts';

const levelFloor: RuleModule = {
  id: 'policy.level-floor',
  emits: { level_floor: 'enum' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.setting('LEVEL_FLOOR', tier(c)) !== 'privileged',
  then: (c) => ({ level_floor: c.setting('LEVEL_FLOOR', tier(c)) }),
  bind: (b) => [service(tierOf(b, ['internal', 'standard', 'critical'])), namespaceOf(b, b.random.pick(['privileged', 'baseline']))],
};

const enforcedLevel: RuleModule = {
  id: 'policy.enforced-level',
  emits: { enforced_level: 'enum' },
  reads: { level_floor: 'override' },
  rounding: TO_CENT,
  when: (c) => LEVELS.includes(c.record('namespace').text('level') as Level) && stricter(c.record('namespace').text('level'), c.optionalText('level_floor')) !== 'privileged',
  then: (c) => ({ enforced_level: stricter(c.record('namespace').text('level'), c.optionalText('level_floor')) }),
  bind: (b) => {
    const level = (b.want['enforced_level'] as string | undefined) ?? b.random.pick(['baseline', 'restricted']);
    if (b.derived.has('level_floor')) return [namespaceOf(b, b.random.pick(['privileged', 'baseline']))];
    if (b.random.chance(0.5)) return [service(tierOf(b, ['experimental'])), namespaceOf(b, level)];
    return [namespaceOf(b, level === 'baseline' ? 'privileged' : b.random.pick(['privileged', 'baseline'])), ...given(b, { level_floor: level })];
  },
};

function stricter(level: string, floor: string | undefined): string {
  return floor !== undefined && reaches(floor, level as Level) ? floor : level;
}

function namespaceOf(b: Binder, level: string): FactRecord {
  return single(b, 'namespace', 'namespace', { level });
}

/** A rule of a level about the containers, of which some break it. */
function ofContainers(level: Level, name: string, emits: string, rule: { breaks: Parameters<typeof finding>[0]['breaks']; broken: (b: Binder) => Facts[number]['fields']; sound: (b: Binder) => Facts[number]['fields'] }): RuleModule {
  const { breaks, broken, sound } = rule;
  return finding({ id: `policy.${name}`, emits, kind: 'container', level, breaks, bind: atLevel(level, (b) => mixed(b, () => broken(b), () => sound(b))) });
}

const HOST_FLAGS = ['host_network', 'host_pid', 'host_ipc'] as const;

const hostNamespaces: RuleModule = {
  id: 'policy.host-namespaces',
  emits: { host_namespace_findings: 'integer' },
  reads: { enforced_level: 'eligibility' },
  rounding: TO_CENT,
  when: (c) => reaches(c.text('enforced_level'), 'baseline') && HOST_FLAGS.some((flag) => isSet(c.record('workload'), flag)),
  then: (c) => ({ host_namespace_findings: HOST_FLAGS.filter((flag) => isSet(c.record('workload'), flag)).length }),
  bind: atLevel('baseline', (b) => {
    const set = countOf(b, 'host_namespace_findings', 1, 2);
    return [single(b, 'workload', 'namespace', Object.fromEntries(b.random.shuffle(HOST_FLAGS).map((flag, i) => [flag, i < set])))];
  }),
};

/** Volumes, of which one breaks the rules about them. */
function volumes(b: Binder): Facts {
  if (hasRows(b, 'volume')) return [];
  const sound = b.random.shuffle(itemsOf(settingText('VOLUME_TYPES'))).slice(0, 2);
  const unsound = ['hostPath', ...(b.random.chance(0.5) ? ['nfs'] : []), ...(b.random.chance(0.4) ? ['hostPath'] : [])];
  return rows(b, 'volume', [...sound, ...unsound].map((type) => ({ ...tie(b, 'namespace'), type })));
}

const SYSCTL_VALUES = ['1', '0', '1024', '60'] as const;

function sysctls(b: Binder): Facts {
  if (hasRows(b, 'sysctl')) return [];
  const sound = b.random.shuffle(itemsOf(settingText('SYSCTLS'))).slice(0, 2);
  const unsound = b.random.shuffle(['kernel.msgmax', 'net.core.somaxconn', 'vm.swappiness']).slice(0, b.random.integer(1, 2));
  return rows(b, 'sysctl', [...sound, ...unsound].map((name) => ({ ...tie(b, 'namespace'), name, value: b.random.pick(SYSCTL_VALUES) })));
}

/** Ports on both sides of the ends of the allowed range. */
function portOf({ random }: Binder, sound: boolean): number {
  const [first, last] = [limitOf('HOST_PORT_FIRST'), limitOf('HOST_PORT_LAST')];
  return sound ? random.integer(first, last) : random.pick([first - random.integer(1, 5), last + random.integer(1, 5)]);
}

const BASELINE: readonly RuleModule[] = [
  hostNamespaces,
  ofContainers('baseline', 'privileged-containers', 'privileged_findings', { breaks: (one) => isSet(one, 'privileged'), broken: () => ({ privileged: true }), sound: () => ({ privileged: false }) }),
  ofContainers('baseline', 'added-capabilities', 'capability_findings', {
    breaks: (one, c) => one.has('cap_add') && !itemsOf(c.setting('CAPABILITIES')).includes(one.text('cap_add')),
    broken: ({ random }) => ({ cap_add: random.pick(['SYS_ADMIN', 'NET_ADMIN', 'SYS_PTRACE', 'NET_RAW']) }),
    sound: ({ random }) => ({ cap_add: random.pick(itemsOf(settingText('CAPABILITIES'))) }),
  }),
  ofContainers('baseline', 'proc-mount', 'proc_mount_findings', {
    breaks: (one) => one.has('proc_mount') && one.text('proc_mount') !== 'Default',
    broken: () => ({ proc_mount: 'Unmasked' }), sound: () => ({ proc_mount: 'Default' }),
  }),
  ofContainers('baseline', 'host-ports', 'host_port_findings', {
    breaks: (one, c) => one.has('host_port') && (one.integer('host_port') < c.limit('HOST_PORT_FIRST') || one.integer('host_port') > c.limit('HOST_PORT_LAST')),
    broken: (b) => ({ host_port: portOf(b, false) }), sound: (b) => ({ host_port: portOf(b, true) }),
  }),
  finding({ id: 'policy.host-path', emits: 'host_path_findings', kind: 'volume', level: 'baseline', breaks: (one) => one.text('type') === 'hostPath', bind: atLevel('baseline', volumes) }),
  finding({ id: 'policy.sysctls', emits: 'sysctl_findings', kind: 'sysctl', level: 'baseline', breaks: (one, c) => !itemsOf(c.setting('SYSCTLS')).includes(one.text('name')), bind: atLevel('baseline', sysctls) }),
  sumOf('policy.baseline-findings', 'baseline_findings', ['host_namespace_findings', 'privileged_findings', 'capability_findings', 'proc_mount_findings', 'host_port_findings', 'host_path_findings', 'sysctl_findings']),
];

const SECCOMP = ['RuntimeDefault', 'Localhost'] as const;

/** One container without a profile where the default is set, one with an unsound profile, others with a sound one. */
function profiles(b: Binder): Facts {
  const open = b.derived.has('seccomp_defaulted') ? 0 : -1;
  return containers(b, (position) => (position === open ? {} : { seccomp: position === open + 1 ? 'Unconfined' : b.random.pick(SECCOMP) }));
}

const seccompDefault: RuleModule = {
  id: 'policy.seccomp-default',
  emits: { seccomp_defaulted: 'integer' },
  reads: {},
  rounding: TO_CENT,
  when: (c) => c.records('container').some((one) => !one.has('seccomp')),
  then: (c) => ({ seccomp_defaulted: c.records('container').filter((one) => !one.has('seccomp')).length }),
  bind: profiles,
};

const RESTRICTED: readonly RuleModule[] = [
  finding({ id: 'policy.volume-types', emits: 'volume_findings', kind: 'volume', level: 'restricted', breaks: (one, c) => !itemsOf(c.setting('VOLUME_TYPES')).includes(one.text('type')), bind: atLevel('restricted', volumes) }),
  ofContainers('restricted', 'privilege-escalation', 'escalation_findings', { breaks: (one) => !one.has('allow_escalation') || one.flag('allow_escalation'), broken: () => ({ allow_escalation: true }), sound: () => ({ allow_escalation: false }) }),
  ofContainers('restricted', 'run-as-non-root', 'root_findings', { breaks: (one) => !isSet(one, 'run_as_non_root'), broken: () => ({ run_as_non_root: false }), sound: () => ({ run_as_non_root: true }) }),
  ofContainers('restricted', 'run-as-user', 'user_findings', {
    breaks: (one, c) => one.has('run_as_user') && one.integer('run_as_user') < c.limit('FIRST_USER'),
    broken: ({ random }) => ({ run_as_user: limitOf('FIRST_USER') - random.integer(1, 5) }), sound: ({ random }) => ({ run_as_user: limitOf('FIRST_USER') + random.integer(0, 5) }),
  }),
  seccompDefault,
  finding({
    id: 'policy.seccomp', emits: 'seccomp_findings', kind: 'container', level: 'restricted', mended: { seccomp_defaulted: 'override' },
    breaks: (one) => !one.has('seccomp') || !SECCOMP.some((name) => name === one.text('seccomp')), bind: atLevel('restricted', profiles),
  }),
  ofContainers('restricted', 'drop-capabilities', 'drop_findings', {
    breaks: (one) => !one.has('cap_drop') || one.text('cap_drop') !== 'ALL',
    broken: ({ random }) => ({ cap_drop: random.pick(['NET_RAW', 'MKNOD', 'SYS_CHROOT']) }), sound: () => ({ cap_drop: 'ALL' }),
  }),
  sumOf('policy.restricted-findings', 'restricted_findings', ['volume_findings', 'escalation_findings', 'root_findings', 'user_findings', 'seccomp_findings', 'drop_findings']),
];

export const POD_SECURITY_RULES: readonly RuleModule[] = [
  levelFloor, enforcedLevel, ...BASELINE, ...RESTRICTED,
  sumOf('policy.pod-security-findings', 'pod_security_findings', ['baseline_findings', 'restricted_findings']),
];
