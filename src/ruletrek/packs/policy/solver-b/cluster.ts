/** Solver B: pods, images, resources, quota, exceptions and costs (policies/*.yaml, handbook/costs.docx). */
import { cents, share, sum, type Row } from '../../second-solver.ts';
import { addUp, isTrue, shift, some, TODAY, type Figures, type Review } from './review.ts';

const STRICTNESS: Readonly<Record<string, number>> = { privileged: 0, baseline: 1, restricted: 2 };

function levelFloor(review: Review): string | undefined {
  const lowest = review.ofTier('lowest level');
  return lowest === 'privileged' || lowest === '' ? undefined : lowest;
}

function enforcedLevel(review: Review): string | undefined {
  const label = review.cell('namespace', 'level') ?? '';
  const own = STRICTNESS[label];
  if (own === undefined) return undefined;
  const floor = review.word('level_floor') ?? '';
  const level = (STRICTNESS[floor] ?? -1) > own ? floor : label;
  return level === 'privileged' ? undefined : level;
}

/** Rows that break a rule of a level; undefined where the level is not enforced or none breaks it. */
function atLevel(least: number, kind: string, breaks: (row: Row) => boolean): (review: Review) => number | undefined {
  return (review) => ((STRICTNESS[review.word('enforced_level') ?? ''] ?? -1) < least ? undefined : some(review.rows(kind).filter(breaks).length));
}

function hostNamespaces(review: Review): number | undefined {
  const [workload = {}] = review.rows('workload');
  const used = ['host_network', 'host_pid', 'host_ipc'].filter((flag) => isTrue(workload[flag])).length;
  return (STRICTNESS[review.word('enforced_level') ?? ''] ?? 0) > 0 ? some(used) : undefined;
}

const CAPABILITIES = 'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(' ');
const SYSCTLS = [
  'kernel.shm_rmid_forced', 'net.ipv4.ip_local_port_range', 'net.ipv4.ip_unprivileged_port_start', 'net.ipv4.tcp_syncookies', 'net.ipv4.ping_group_range',
  'net.ipv4.ip_local_reserved_ports', 'net.ipv4.tcp_keepalive_time',
];
const VOLUMES = 'configMap csi downwardAPI emptyDir ephemeral persistentVolumeClaim projected secret'.split(' ');

function seccomp(review: Review): number | undefined {
  const broken = atLevel(2, 'container', ({ seccomp: profile }) => profile !== 'RuntimeDefault' && profile !== 'Localhost')(review);
  return broken === undefined ? undefined : some(broken - (review.number('seccomp_defaulted') ?? 0));
}

const POD_FIGURES: Figures = {
  level_floor: levelFloor,
  enforced_level: enforcedLevel,
  host_namespace_findings: hostNamespaces,
  privileged_findings: atLevel(1, 'container', (row) => isTrue(row['privileged'])),
  capability_findings: atLevel(1, 'container', ({ cap_add: added }) => added !== undefined && !CAPABILITIES.includes(added)),
  proc_mount_findings: atLevel(1, 'container', ({ proc_mount: mount }) => mount !== undefined && mount !== 'Default'),
  host_port_findings: atLevel(1, 'container', ({ host_port: port }) => port !== undefined && !(Number(port) >= 5000 && Number(port) <= 5009)),
  host_path_findings: atLevel(1, 'volume', (row) => row['type'] === 'hostPath'),
  sysctl_findings: atLevel(1, 'sysctl', (row) => !SYSCTLS.includes(row['name'] ?? '')),
  baseline_findings: (review) => addUp(review, 'host_namespace_findings', 'privileged_findings', 'capability_findings', 'proc_mount_findings', 'host_port_findings', 'host_path_findings', 'sysctl_findings'),
  volume_findings: atLevel(2, 'volume', (row) => !VOLUMES.includes(row['type'] ?? '')),
  escalation_findings: atLevel(2, 'container', (row) => row['allow_escalation'] === undefined || isTrue(row['allow_escalation'])),
  root_findings: atLevel(2, 'container', (row) => !isTrue(row['run_as_non_root'])),
  user_findings: atLevel(2, 'container', ({ run_as_user: user }) => user !== undefined && Number(user) < 1000),
  seccomp_defaulted: (review) => some(review.rows('container').filter((row) => row['seccomp'] === undefined).length),
  seccomp_findings: seccomp,
  drop_findings: atLevel(2, 'container', (row) => row['cap_drop'] !== 'ALL'),
  restricted_findings: (review) => addUp(review, 'volume_findings', 'escalation_findings', 'root_findings', 'user_findings', 'seccomp_findings', 'drop_findings'),
  pod_security_findings: (review) => addUp(review, 'baseline_findings', 'restricted_findings'),
};

function imagesOf(review: Review): string[] {
  return review.rows('container').flatMap((row) => row['image'] ?? []);
}

function registry(image: string): string {
  const slash = image.indexOf('/');
  const head = slash < 0 ? '' : image.slice(0, slash);
  return head.includes('.') || head.includes(':') ? head : 'docker.io';
}

function badTag(image: string): boolean {
  const match = /^(?:.*\/)?[^/:@]+(?::([^@/]+))?(@.+)?$/.exec(image);
  return match?.[1] === 'latest' || (match?.[1] === undefined && match?.[2] === undefined);
}

function foreign(review: Review): number | undefined {
  const outside = atLevel(1, 'container', ({ image }) => image !== undefined && !['ghcr.io', 'quay.io', 'registry.example.net'].includes(registry(image)))(review);
  return outside === undefined ? undefined : some(outside - (review.number('mirrored_images') ?? 0));
}

const IMAGE_FIGURES: Figures = {
  mirrored_images: (review) => some(imagesOf(review).filter((image) => registry(image) === 'docker.io').length),
  registry_findings: foreign,
  tag_findings: atLevel(1, 'container', ({ image }) => image !== undefined && badTag(image)),
  digest_findings: (review) => (review.ofTier('digest required') === 'yes' ? atLevel(1, 'container', ({ image }) => image !== undefined && !image.includes('@sha256:'))(review) : undefined),
  image_findings: (review) => addUp(review, 'registry_findings', 'tag_findings', 'digest_findings'),
};

const FACTORS: Readonly<Record<string, number>> = { '': 1, m: 0.001, k: 1e3, M: 1e6, G: 1e9, T: 1e12, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30, Ti: 2 ** 40 };

/** Millicores of a CPU quantity, bytes of a memory quantity. */
function measure(text: string | undefined, resource: string): number {
  const match = /^([0-9.]+)([A-Za-z]*)$/.exec(text ?? '');
  const value = Number(match?.[1]) * (FACTORS[match?.[2] ?? '?'] ?? NaN);
  return Math.ceil((resource === 'cpu' ? value * 1000 : value) - 1e-6);
}

function podRequest(resource: string): (review: Review) => number | undefined {
  return (review) => {
    const stated = review.rows('container').flatMap((row) => row[`${resource}_request`] ?? []);
    return stated.length === 0 ? undefined : sum(stated.map((text) => measure(text, resource))) + (review.number(`defaulted_${resource}`) ?? 0);
  };
}

function defaulted(resource: string): (review: Review) => number | undefined {
  return (review) => some(review.rows('container').filter((row) => row[`${resource}_request`] === undefined).length * measure(review.ofTier(`default ${resource} request`), resource));
}

function limits(resource: string): (review: Review) => number | undefined {
  return (review) => {
    const most = measure(review.ofTier(`largest ${resource} limit`), resource);
    return atLevel(1, 'container', (row) => row[`${resource}_limit`] === undefined || measure(row[`${resource}_limit`], resource) > most)(review);
  };
}

function ratios(review: Review): number | undefined {
  const most = Number(review.ofTier('largest ratio'));
  const isOver = ({ cpu_limit: limit, cpu_request: request }: Row): boolean => limit !== undefined && request !== undefined && measure(limit, 'cpu') > measure(request, 'cpu') * most;
  return atLevel(1, 'container', isOver)(review);
}

function replicas(review: Review): number | undefined {
  const stated = review.cell('workload', 'replicas');
  return review.number('peak_replicas') ?? review.number('raised_replicas') ?? (stated === undefined ? undefined : Number(stated));
}

function raised(review: Review): number | undefined {
  const [stated, fewest] = [review.cell('workload', 'replicas'), Number(review.ofTier('fewest replicas'))];
  return stated !== undefined && Number(stated) < fewest ? fewest : undefined;
}

function surge(review: Review): number | undefined {
  const [percent, base] = [Number((review.cell('workload', 'max_surge') ?? '0%').replace('%', '')), replicas(review)];
  return base === undefined ? undefined : some(Math.ceil((base * percent) / 100));
}

function product(review: Review, a: string, b: string): number | undefined {
  const [left, right] = [review.number(a), review.number(b)];
  return left === undefined || right === undefined ? undefined : left * right;
}

function left(resource: string): (review: Review) => number | undefined {
  return (review) => {
    const [hard, used] = ['hard', 'used'].map((end) => review.cell('quota', `${resource}_${end}`));
    if (hard === undefined || used === undefined) return undefined;
    return some(resource === 'pods' ? Number(hard) - Number(used) : measure(hard, resource) - measure(used, resource));
  };
}

function over(review: Review, wanted: string, free: string): number | undefined {
  const [demand, rest] = [review.number(wanted), review.number(free)];
  return demand === undefined || rest === undefined ? undefined : some(demand - rest);
}

const RESOURCE_FIGURES: Figures = {
  defaulted_cpu: defaulted('cpu'),
  defaulted_memory: defaulted('memory'),
  pod_cpu_request: podRequest('cpu'),
  pod_memory_request: podRequest('memory'),
  cpu_limit_findings: limits('cpu'),
  memory_limit_findings: limits('memory'),
  ratio_findings: ratios,
  resource_findings: (review) => addUp(review, 'cpu_limit_findings', 'memory_limit_findings', 'ratio_findings'),
  raised_replicas: raised,
  peak_replicas: (review) => some(Number(review.cell('autoscaler', 'max') ?? 0)),
  surge_pods: surge,
  planned_pods: (review) => {
    const base = replicas(review);
    return base === undefined ? undefined : some(base + (review.number('surge_pods') ?? 0));
  },
  cpu_demand: (review) => product(review, 'pod_cpu_request', 'planned_pods'),
  memory_demand: (review) => product(review, 'pod_memory_request', 'planned_pods'),
  cpu_quota_left: left('cpu'),
  memory_quota_left: left('memory'),
  pod_quota_left: left('pods'),
  cpu_excess: (review) => over(review, 'cpu_demand', 'cpu_quota_left'),
  memory_excess: (review) => over(review, 'memory_demand', 'memory_quota_left'),
  pod_excess: (review) => over(review, 'planned_pods', 'pod_quota_left'),
};

/** Exceptions and the like end on their last day. */
export function stillHolds(row: Row): boolean {
  return (row['expires'] ?? '') >= TODAY;
}

function excepted(review: Review): number | undefined {
  const holding = review.rows('exception').filter(stillHolds);
  return holding.length === 0 ? undefined : sum(holding.map((row) => Number(row['findings'])));
}

function mendBy(review: Review): string | undefined {
  const open = review.number('open_findings');
  return open === undefined ? undefined : shift(TODAY, Math.max(0, Number(review.ofTier('grace period')) - open));
}

const EXCEPTION_FIGURES: Figures = {
  excepted_findings: excepted,
  exception_cap: (review) => Number(review.ofTier('most waived findings')),
  waived_findings: (review) => {
    const found = some(review.number('excepted_findings'));
    return found === undefined ? undefined : Math.min(found, review.number('exception_cap') ?? found);
  },
  open_findings: (review) => {
    const found = addUp(review, 'pod_security_findings', 'image_findings', 'resource_findings');
    return found === undefined ? undefined : some(found - (review.number('waived_findings') ?? 0));
  },
  mend_by: mendBy,
};

/** Cents for a demand at a price for so much of it. */
function costOf(demand: string, price: number, per: number): (review: Review) => number | undefined {
  return (review) => {
    const wanted = some(review.number(demand));
    return wanted === undefined ? undefined : share(wanted, price, per);
  };
}

const COST_FIGURES: Figures = {
  cpu_cost: costOf('cpu_demand', 1840, 1000),
  memory_cost: costOf('memory_demand', 320, 1_073_741_824),
  tier_discount: (review) => {
    const cost = some(addUp(review, 'cpu_cost', 'memory_cost'));
    return cost === undefined ? undefined : share(cost, Math.round(Number(review.ofTier('discount')) * 100), 100);
  },
  monthly_cost: (review) => {
    const cost = some(addUp(review, 'cpu_cost', 'memory_cost'));
    return cost === undefined ? undefined : Math.max(0, cost - (review.number('tier_discount') ?? 0));
  },
  budget_excess: (review) => {
    const [cost, budget] = [review.number('monthly_cost'), review.cell('namespace', 'budget')];
    return cost === undefined || budget === undefined ? undefined : some(cost - cents(budget));
  },
};

export const CLUSTER_FIGURES: Figures = { ...POD_FIGURES, ...IMAGE_FIGURES, ...RESOURCE_FIGURES, ...EXCEPTION_FIGURES, ...COST_FIGURES };
