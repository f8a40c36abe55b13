/** Solver B: macros, exceptions, detections, triage (detection/*.yaml, detection/triage.md). */
import { idsWhere, minuteOf, orNothing, positive, type CaseLines, type CaseSheet, type LineOfCase } from './sheet.ts';

function words(column: string, list: string): LineOfCase {
  const members = new Set(list.split(' '));
  return { form: 'set', work: (sheet) => idsWhere(sheet, 'event', column, (cell) => members.has(cell)) };
}

function cells(column: string, test: (cell: string) => boolean): LineOfCase {
  return { form: 'set', work: (sheet) => idsWhere(sheet, 'event', column, test) };
}

/** Directory and name of a file. */
function pathParts(file: string): readonly [string, string] {
  const parts = /^(.*)\/([^/]*)$/.exec(file);
  return [parts?.[1] ?? '', parts?.[2] ?? ''];
}

const LOG_NAMES = 'syslog auth.log secure kern.log cron user.log dpkg.log last.log yum.log access_log mysql.log mysqld.log'.split(' ');
const PRIVATE = /^(10\.|127\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;
const POOLS = '25 3333 3334 3335 3336 3357 4444 5555 5556 5588 5730 6099 6666 7777 7778 8000 8001 8008 8080 8118 8333 8888 8899 9332 9999 14433 14444 45560 45700';

const MACRO_LINES: CaseLines = {
  spawned_events: words('evt_type', 'execve execveat'),
  container_events: cells('container_id', (id) => id !== 'host'),
  shell_events: words('proc_name', 'ash bash csh ksh sh tcsh zsh dash'),
  terminal_events: cells('tty', (tty) => tty !== '0'),
  entrypoint_events: words('parent_name', 'runc docker-runc containerd-shim systemd crio conmon'),
  package_events: words('proc_name', 'npm gem pip pip3 conda apk snapd'),
  network_tool_events: words('proc_name', 'nc ncat netcat nmap dig tcpdump tshark ngrep telnet mitmproxy socat zmap'),
  system_user_events: words('user', 'bin daemon games lp mail nobody sshd sync uucp www-data'),
  sensitive_events: cells('file', (file) => /^\/etc\/(shadow|sudoers|pam\.conf|security\/pwquality\.conf)$/.test(file) || ['/etc/sudoers.d', '/etc/pam.d'].includes(pathParts(file)[0])),
  log_file_events: cells('file', (file) => ['/var/log', '/dev/log'].includes(pathParts(file)[0]) || LOG_NAMES.includes(pathParts(file)[1])),
  binary_dir_events: cells('file', (file) => /^(\/usr)?\/s?bin\/[^/]*$/.test(file)),
  read_events: words('mode', 'read'),
  write_events: words('mode', 'write append'),
  outbound_events: cells('remote_ip', (address) => !PRIVATE.test(address)),
  miner_port_events: words('remote_port', POOLS),
  new_binary_events: words('new_binary', 'true 1'),
};

function lapsed(sheet: CaseSheet): readonly string[] | undefined {
  const until = sheet.rows('allowance')[0]?.['until'];
  return until === undefined ? undefined : idsWhere(sheet, 'event', 'time', (time) => time.slice(0, 10) > until);
}

function inWindow(sheet: CaseSheet, time: string): boolean {
  return sheet.rows('maintenance').some(({ start = '', end = '' }) => minuteOf(time) >= minuteOf(start) && minuteOf(time) < minuteOf(end));
}

const EXCEPTION_LINES: CaseLines = {
  allowed_image_events: { form: 'set', work: (sheet) => idsWhere(sheet, 'event', 'image', (image) => sheet.rows('allowance').some((row) => row['image'] === image)) },
  lapsed_events: { form: 'set', work: lapsed },
  trusted_reader_events: words('proc_name', 'sudo su crond postfix auditbeat'),
  managed_events: words('parent_name', 'chef-client puppet salt-minion dpkg'),
  logging_image_events: cells('image', (image) => /(splunk\/fluentd-hec|fluent\/fluentd-kubernetes-daemonset|openshift3\/ose-logging-fluentd|containernetworking\/azure-npm)$/.test(image)),
  maintenance_events: { form: 'set', work: (sheet) => idsWhere(sheet, 'event', 'time', (time) => inWindow(sheet, time)) },
};

/** Events in all the sets and in no exception; `allowance` adds that of images, as long as it lasts. */
function alerts(sets: string, exceptions = '', allowance = false): LineOfCase {
  return {
    form: 'set',
    work: (sheet) => {
      const named = sets.split(' ').map((name) => sheet.set(name));
      if (named.includes(undefined)) return undefined;
      const excused = new Set(exceptions.split(' ').flatMap((name) => sheet.set(name) ?? []));
      const lasting = allowance ? (sheet.set('allowed_image_events') ?? []).filter((id) => !(sheet.set('lapsed_events') ?? []).includes(id)) : [];
      return orNothing(named[0]!.filter((id) => named.every((set) => set!.includes(id)) && !excused.has(id) && !lasting.includes(id)));
    },
  };
}

function together(...names: readonly string[]): LineOfCase {
  return { form: 'set', work: (sheet) => orNothing([...new Set(names.flatMap((name) => sheet.set(name) ?? []))]) };
}

const GRAVEST_FIRST = ['critical', 'error', 'warning', 'notice'];

function alertPoints(sheet: CaseSheet): number | undefined {
  const priority = new Map<string, string>();
  for (const name of [...GRAVEST_FIRST].reverse()) for (const id of sheet.set(`${name}_alerts`) ?? []) priority.set(id, name);
  return positive([...priority.values()].reduce((sum, name) => sum + sheet.setting(`points of a ${name} alert`.replace('a error', 'an error')), 0));
}

function alertMinutes(sheet: CaseSheet): number[] {
  const ids = new Set(GRAVEST_FIRST.flatMap((name) => sheet.set(`${name}_alerts`) ?? []));
  return sheet.rows('event').flatMap(({ id = '', time }) => (ids.has(id) && time !== undefined ? [minuteOf(time)] : [])).sort((a, b) => a - b);
}

function firstAlert(sheet: CaseSheet): number | undefined {
  const [first] = alertMinutes(sheet);
  return first === undefined ? undefined : first - sheet.setting('minutes by which sensors are late');
}

/** How many of some sorted minutes the fullest stretch of a length holds. */
export function fullest(sorted: readonly number[], length: number): number {
  let [best, first] = [0, 0];
  for (let last = 0; last < sorted.length; last += 1) {
    while (sorted[last]! - sorted[first]! > length) first += 1;
    best = Math.max(best, last - first + 1);
  }
  return best;
}

const TRIAGE_LINES: CaseLines = {
  notice_alerts: together('shell_alerts', 'network_tool_alerts', 'system_user_alerts'),
  warning_alerts: together('sensitive_alerts', 'log_alerts'),
  error_alerts: together('package_alerts', 'binary_alerts'),
  critical_alerts: together('miner_alerts', 'drop_alerts'),
  alert_points: { form: 'count', work: alertPoints },
  burst_size: { form: 'count', work: (sheet) => positive(fullest(alertMinutes(sheet), sheet.setting('minutes of a burst'))) },
  burst_points: { form: 'count', work: (sheet) => positive(((sheet.number('burst_size') ?? 0) - 2) * sheet.setting('points of each further alert in a burst')) },
  first_alert: { form: 'minute', work: firstAlert },
  alert_minutes: { form: 'count', work: (sheet) => (alertMinutes(sheet).length === 0 ? undefined : alertMinutes(sheet).at(-1)! - alertMinutes(sheet)[0]!) },
};

export const EVENT_LINES: CaseLines = {
  ...MACRO_LINES,
  ...EXCEPTION_LINES,
  shell_alerts: alerts('spawned_events container_events shell_events terminal_events entrypoint_events', '', true),
  sensitive_alerts: alerts('read_events sensitive_events', 'trusted_reader_events maintenance_events'),
  package_alerts: alerts('spawned_events container_events package_events', 'maintenance_events'),
  network_tool_alerts: alerts('spawned_events container_events network_tool_events', 'maintenance_events'),
  system_user_alerts: alerts('spawned_events system_user_events terminal_events'),
  log_alerts: alerts('write_events log_file_events', 'logging_image_events'),
  binary_alerts: alerts('write_events binary_dir_events', 'managed_events'),
  miner_alerts: alerts('outbound_events miner_port_events', 'maintenance_events'),
  drop_alerts: alerts('spawned_events container_events new_binary_events', 'maintenance_events', true),
  ...TRIAGE_LINES,
};
