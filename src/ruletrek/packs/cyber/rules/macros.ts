/** Conditions on single events, each with the set of events that meet it (macros of Falco's rule files). */
import type { Value } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { drawField } from '../draw.ts';
import {
  BINARY_DIRECTORIES, ENTRYPOINT_PARENTS, LOG_DIRECTORIES, LOG_FILES, MINER_PORTS, NETWORK_TOOLS, PACKAGE_MANAGERS, PLAIN_FILES, PLAIN_PARENTS,
  PLAIN_PROGRAMS, PLAIN_USERS, SENSITIVE_DIRECTORIES, SENSITIVE_FILES, SHELLS, SPAWNING, SYSTEM_USERS,
} from './lists.ts';
import { setRule } from './set-rule.ts';

/** A condition on one field of records. */
export interface FieldCondition {
  readonly id: string;
  /** Name of the set. */
  readonly name: string;
  readonly kind: string;
  readonly field: string;
  readonly holds: (record: RecordView, c: RuleContext) => boolean;
  readonly yes: (b: Binder) => Value;
  readonly no: (b: Binder) => Value;
}

/** The rule that emits the set of records whose field meets a condition; records without the field never do. */
export function fieldRule({ id, name, kind, field, holds, yes, no }: FieldCondition): RuleModule {
  const members = (c: RuleContext): string[] => c.records(kind).filter((record) => record.has(field) && holds(record, c)).map(({ subject }) => subject);
  return setRule({ id, name, members, bind: (b) => drawField(b, { kind, field, yes, no }, name) });
}

/** A macro on a field of events whose values are listed. */
function listMacro(id: string, name: string, field: string, lists: { readonly yes: readonly Value[]; readonly no: readonly Value[] }, holds?: (value: string) => boolean): RuleModule {
  const isMember = holds ?? ((value: string): boolean => lists.yes.includes(value));
  return fieldRule({
    id, name, kind: 'event', field, holds: (event) => isMember(event.text(field)), yes: ({ random }) => random.pick(lists.yes), no: ({ random }) => random.pick(lists.no),
  });
}

export function directoryOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

function isSensitive(file: string): boolean {
  return SENSITIVE_FILES.some((name) => name === file) || SENSITIVE_DIRECTORIES.some((name) => name === directoryOf(file));
}

function isLog(file: string): boolean {
  return LOG_DIRECTORIES.some((name) => name === directoryOf(file)) || LOG_FILES.some((name) => name === file.slice(file.lastIndexOf('/') + 1));
}

/** Neither private nor loopback: 10/8, 172.16/12, 192.168/16, 127/8. */
function isOutside(address: string): boolean {
  const [first = 0, second = 0] = address.split('.').map(Number);
  return !(first === 10 || first === 127 || (first === 172 && second >= 16 && second <= 31) || (first === 192 && second === 168));
}

const OUTSIDE = ['203.0.113.17', '198.51.100.4', '172.32.0.9', '192.0.2.55'];
const INSIDE = ['10.4.0.12', '172.20.3.8', '192.168.7.2', '127.0.0.1'];

export const MACROS: readonly RuleModule[] = [
  listMacro('cyber.spawned-process', 'spawned_events', 'evt_type', { yes: SPAWNING, no: ['openat', 'connect', 'open', 'clone'] }),
  listMacro('cyber.container', 'container_events', 'container_id', { yes: ['3f2a9c', 'b81d04', '7ce5d1'], no: ['host'] }, (value) => value !== 'host'),
  listMacro('cyber.shell-procs', 'shell_events', 'proc_name', { yes: SHELLS, no: PLAIN_PROGRAMS }),
  fieldRule({
    id: 'cyber.terminal', name: 'terminal_events', kind: 'event', field: 'tty', holds: (event) => event.integer('tty') !== 0, yes: ({ random }) => random.pick([34816, 34817, 34820]), no: () => 0,
  }),
  listMacro('cyber.container-entrypoint', 'entrypoint_events', 'parent_name', { yes: ENTRYPOINT_PARENTS, no: PLAIN_PARENTS }),
  listMacro('cyber.package-managers', 'package_events', 'proc_name', { yes: PACKAGE_MANAGERS, no: PLAIN_PROGRAMS }),
  listMacro('cyber.network-tools', 'network_tool_events', 'proc_name', { yes: NETWORK_TOOLS, no: PLAIN_PROGRAMS }),
  listMacro('cyber.system-users', 'system_user_events', 'user', { yes: SYSTEM_USERS, no: PLAIN_USERS }),
  listMacro('cyber.sensitive-files', 'sensitive_events', 'file', { yes: [...SENSITIVE_FILES, '/etc/pam.d/sshd', '/etc/sudoers.d/ops'], no: PLAIN_FILES }, isSensitive),
  listMacro('cyber.log-files', 'log_file_events', 'file', { yes: ['/var/log/app.txt', '/var/log/syslog', '/srv/legacy/access_log', '/opt/db/mysqld.log'], no: PLAIN_FILES }, isLog),
  listMacro('cyber.binary-directories', 'binary_dir_events', 'file', { yes: BINARY_DIRECTORIES.map((directory) => `${directory}/helper`), no: [...PLAIN_FILES, '/usr/bin/vendor/tool'] }, (file) => BINARY_DIRECTORIES.some((name) => name === directoryOf(file))),
  listMacro('cyber.open-read', 'read_events', 'mode', { yes: ['read'], no: ['write', 'append'] }),
  listMacro('cyber.open-write', 'write_events', 'mode', { yes: ['write', 'append'], no: ['read'] }),
  listMacro('cyber.outbound', 'outbound_events', 'remote_ip', { yes: OUTSIDE, no: INSIDE }, isOutside),
  fieldRule({
    id: 'cyber.miner-ports', name: 'miner_port_events', kind: 'event', field: 'remote_port', holds: (event) => MINER_PORTS.some((port) => port === event.integer('remote_port')),
    yes: ({ random }) => random.pick(MINER_PORTS), no: ({ random }) => random.pick([443, 5432, 53, 9200]),
  }),
  fieldRule({
    id: 'cyber.new-binary', name: 'new_binary_events', kind: 'event', field: 'new_binary', holds: (event) => event.flag('new_binary'), yes: () => true, no: () => false,
  }),
];
