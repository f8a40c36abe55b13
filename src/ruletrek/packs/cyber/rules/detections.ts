/** Detections: conditions joined, exceptions taken out; and alerts by priority, points, bursts, the span of them. */
import type { EdgeType } from '../../../formats/vocabulary.ts';
import { TO_CENT } from '../../../core/money.ts';
import { addMinutes, secondsOf } from '../../../core/dates.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { clusteredTimes, knownIds, oneOfSets, overlappingSets, someIds } from '../draw.ts';
import { idsOf, inAll, inAny, recordsOf } from '../sets.ts';
import { setRule } from './set-rule.ts';

/** What a detection leaves out, and which events it does not leave out after all. */
interface Exception {
  readonly except?: readonly string[];
  readonly unless?: string;
}

/** Events that are in every set and in no exception. */
function detection(id: string, name: string, sets: readonly string[], { except = [], unless }: Exception = {}): RuleModule {
  const alerts = (c: RuleContext): string[] => {
    const excepted = inAny(c, except);
    const restored = unless === undefined ? [] : idsOf(c.optionalText(unless));
    return inAll(c, sets).filter((event) => !excepted.includes(event) || restored.includes(event));
  };
  const reads: Record<string, EdgeType> = Object.fromEntries(sets.map((set) => [set, 'dependency']));
  for (const set of except) reads[set] = 'exception';
  if (unless !== undefined) reads[unless] = 'temporal';
  return setRule({ id, name, members: alerts, reads, bind: (b) => overlappingSets(b, 'event', sets) });
}

/** Alerts of one priority. */
function priority(id: string, name: string, sources: readonly string[]): RuleModule {
  const reads = Object.fromEntries(sources.map((source) => [source, 'aggregation' as const]));
  return setRule({ id, name, members: (c) => inAny(c, sources), reads, bind: (b) => oneOfSets(b, 'event', sources) });
}

/** From the highest priority to the lowest, each with the setting that holds its points. */
const PRIORITIES = [
  ['critical_alerts', 'critical_alert_points'], ['error_alerts', 'error_points'], ['warning_alerts', 'warning_points'], ['notice_alerts', 'notice_points'],
] as const;
const ALERTS = PRIORITIES.map(([name]) => name);
const FROM_ALERTS: Readonly<Record<string, EdgeType>> = Object.fromEntries(ALERTS.map((name) => [name, 'aggregation']));

/** An event that several priorities name counts once, at the highest. */
const points: RuleModule = {
  id: 'cyber.alert-points',
  emits: { alert_points: 'integer' },
  reads: FROM_ALERTS,
  rounding: TO_CENT,
  when: (c) => inAny(c, ALERTS).length > 0,
  then: (c) => {
    const counted = new Set<string>();
    let sum = 0;
    for (const [name, setting] of PRIORITIES) {
      const fresh = idsOf(c.optionalText(name)).filter((id) => !counted.has(id));
      if (fresh.length > 0) sum += fresh.length * c.limit(setting);
      for (const id of fresh) counted.add(id);
    }
    return { alert_points: sum };
  },
  bind: (b) => oneOfSets(b, 'event', ALERTS),
};

/** Largest number of times that lie within so many minutes of each other, both ends included. */
export function largestBurst(times: readonly string[], minutes: number): number {
  const seconds = times.map(secondsOf);
  const within = (start: bigint): number => seconds.filter((other) => other >= start && other <= start + BigInt(minutes) * 60n).length;
  return Math.max(0, ...seconds.map(within));
}

function alertTimes(c: RuleContext): string[] {
  return recordsOf(c, 'event', inAny(c, ALERTS)).map((event) => event.text('time'));
}

const burst: RuleModule = {
  id: 'cyber.alert-burst',
  emits: { burst_size: 'integer' },
  reads: FROM_ALERTS,
  rounding: TO_CENT,
  when: (c) => alertTimes(c).length > 0,
  then: (c) => ({ burst_size: largestBurst(alertTimes(c), c.limit('burst_minutes')) }),
  bind: (b) => [...clusteredTimes(b, someIds(b, 'event')), ...oneOfSets(b, 'event', ALERTS)],
};

const burstPoints: RuleModule = {
  id: 'cyber.burst-points',
  emits: { burst_points: 'integer' },
  reads: { burst_size: 'dependency' },
  rounding: TO_CENT,
  when: (c) => c.count('burst_size') > 2,
  then: (c) => ({ burst_points: (c.count('burst_size') - 2) * c.limit('burst_points') }),
  bind: (b) => given(b, { burst_size: b.random.integer(3, 7) }),
};

const first: RuleModule = {
  id: 'cyber.alert-span',
  emits: { first_alert: 'time', alert_minutes: 'integer' },
  reads: Object.fromEntries(ALERTS.map((name) => [name, 'temporal'])),
  rounding: TO_CENT,
  when: (c) => alertTimes(c).length > 0,
  then: (c) => {
    const times = [...alertTimes(c)].sort();
    const span = secondsOf(times.at(-1)!) - secondsOf(times[0]!);
    return { first_alert: addMinutes(times[0]!, -BigInt(c.limit('sensor_delay'))), alert_minutes: Number(span / 60n) };
  },
  bind: (b) => {
    const sets = oneOfSets(b, 'event', ALERTS);
    const named = sets.flatMap(({ fields }) => Object.values(fields)).flatMap((text) => idsOf(String(text)));
    return [...sets, ...clusteredTimes(b, [...new Set([...named, ...knownIds(b, 'event')])])];
  },
};

export const DETECTIONS: readonly RuleModule[] = [
  detection('cyber.terminal-shell', 'shell_alerts', ['spawned_events', 'container_events', 'shell_events', 'terminal_events', 'entrypoint_events'], { except: ['allowed_image_events'], unless: 'lapsed_events' }),
  detection('cyber.sensitive-read', 'sensitive_alerts', ['read_events', 'sensitive_events'], { except: ['trusted_reader_events', 'maintenance_events'] }),
  detection('cyber.package-in-container', 'package_alerts', ['spawned_events', 'container_events', 'package_events'], { except: ['maintenance_events'] }),
  detection('cyber.network-tool-in-container', 'network_tool_alerts', ['spawned_events', 'container_events', 'network_tool_events'], { except: ['maintenance_events'] }),
  detection('cyber.system-user-interactive', 'system_user_alerts', ['spawned_events', 'system_user_events', 'terminal_events']),
  detection('cyber.clear-log', 'log_alerts', ['write_events', 'log_file_events'], { except: ['logging_image_events'] }),
  detection('cyber.write-below-binaries', 'binary_alerts', ['write_events', 'binary_dir_events'], { except: ['managed_events'] }),
  detection('cyber.miner-connection', 'miner_alerts', ['outbound_events', 'miner_port_events'], { except: ['maintenance_events'] }),
  detection('cyber.drop-and-execute', 'drop_alerts', ['spawned_events', 'container_events', 'new_binary_events'], { except: ['maintenance_events', 'allowed_image_events'], unless: 'lapsed_events' }),
  priority('cyber.notice-alerts', 'notice_alerts', ['shell_alerts', 'network_tool_alerts', 'system_user_alerts']),
  priority('cyber.warning-alerts', 'warning_alerts', ['sensitive_alerts', 'log_alerts']),
  priority('cyber.error-alerts', 'error_alerts', ['package_alerts', 'binary_alerts']),
  priority('cyber.critical-alerts', 'critical_alerts', ['miner_alerts', 'drop_alerts']),
  points,
  burst,
  burstPoints,
  first,
];
