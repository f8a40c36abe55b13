/** Who gets in: roles of the user, the first line that matches, the method that it leads to. */
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RecordView, RuleContext, RuleModule } from '../../../core/rule.ts';
import { given } from '../../draw.ts';
import { many, one } from '../draw.ts';
import { conclude } from './conclude.ts';
import { lateChange } from './maintenance.ts';

const USERS = ['app', 'batch', 'report', 'loader', 'web'] as const;
const GROUPS = ['readers', 'writers', 'analysts', 'operators', 'auditors'] as const;
const DATABASES = ['orders', 'ledger', 'catalog', 'metrics'] as const;

function connection(c: RuleContext): RecordView {
  return c.record('connection');
}

/** Roles of which the user is a member, also by way of other roles, with the user. */
function rolesOf(c: RuleContext): string[] {
  const roles = [connection(c).text('user')];
  for (const role of roles) for (const row of c.records('membership')) if (row.text('member') === role && !roles.includes(row.text('role'))) roles.push(row.text('role'));
  return roles;
}

const roles = conclude('login-roles', 'login_roles', {
  type: 'text',
  value: (c) => {
    const found = rolesOf(c);
    return found.length < 2 ? undefined : found.sort().join(' ');
  },
  bind: (b) => {
    const user = userOf(b);
    const [near, far, other] = b.random.shuffle([...GROUPS]) as [string, string, string];
    return [...one(b, 'connection', { user }), ...many(b, 'membership', [{ role: near, member: user }, { role: far, member: near }, { role: other, member: `${user}_old` }])];
  },
});

function userOf(b: Binder): string {
  const known = b.facts.find(({ kind }) => kind === 'connection')?.fields['user'];
  return (known as string | undefined) ?? b.random.pick(USERS);
}

/** A dotted address as a number; NaN for anything else. */
function addressNumber(text: string): number {
  const parts = text.split('.').map(Number);
  return parts.length === 4 ? parts.reduce((sum, part) => sum * 256 + part, 0) : NaN;
}

function within(address: string, network: string): boolean {
  const [base = '', bits = '32'] = network.split('/');
  const size = 2 ** (32 - Number(bits));
  return Math.floor(addressNumber(address) / size) === Math.floor(addressNumber(base) / size);
}

/** Lines in the order in which they stand. */
function lines(c: RuleContext): RecordView[] {
  return [...c.records('hba')].sort((a, b) => Number(a.subject.split('-')[1]) - Number(b.subject.split('-')[1]));
}

function matches(c: RuleContext, entry: string): boolean {
  const [type = '', database = '', user = '', network = ''] = entry.split(' ');
  const client = connection(c);
  const byType = type === 'host' || (type === 'hostssl' && client.flag('ssl')) || (type === 'hostnossl' && !client.flag('ssl'));
  if (!byType || (database !== 'all' && database !== client.text('database'))) return false;
  return within(client.text('address'), network) && isUser(c, user);
}

function isUser(c: RuleContext, user: string): boolean {
  if (user === 'all' || user === connection(c).text('user')) return true;
  return user.startsWith('+') && (c.optionalText('login_roles') ?? '').split(' ').includes(user.slice(1));
}

const line = conclude('matching-line', 'hba_line', {
  reads: { login_roles: 'eligibility' },
  value: (c) => {
    const at = lines(c).findIndex((row) => matches(c, row.text('entry')));
    return at < 0 ? undefined : at + 1;
  },
  bind: (b) => {
    const [user, database, third] = [userOf(b), b.random.pick(DATABASES), b.random.integer(1, 200)];
    const address = `10.${b.random.integer(1, 90)}.${third}.${b.random.integer(2, 250)}`;
    const network = `${address.split('.').slice(0, 2).join('.')}.0.0/16`;
    return [...one(b, 'connection', { ssl: true, database, user, address }), ...many(b, 'hba', entries(b, { user, database, network }).map((entry) => ({ entry })))];
  },
});

/** Lines that miss the connection in one respect each, then the one that fits it. */
function entries(b: Binder, { user, database, network }: { user: string; database: string; network: string }): string[] {
  const role = groupOf(b, user);
  const misses = [
    `hostnossl ${database} ${user} ${network} trust`, `hostssl ${b.random.pick(DATABASES.filter((one) => one !== database))} ${user} ${network} reject`,
    `hostssl ${database} ${user}_old ${network} ident`, `hostssl ${database} all 192.168.${b.random.integer(0, 99)}.0/24 reject`,
  ];
  const method = b.random.pick(['scram-sha-256', 'md5', 'cert', 'ldap']);
  return [...b.random.shuffle(misses).slice(0, b.random.integer(1, 3)), `hostssl ${database} ${role} ${network} ${method}`];
}

/** A role that the scenario gives the user, as lines name it, or the user. */
function groupOf(b: Binder, user: string): string {
  const roles = String(b.values.get('login_roles') ?? '').split(' ').filter((role) => role !== '' && role !== user);
  return roles.length === 0 ? user : `+${b.random.pick(roles)}`;
}

const repeal = conclude('repeal-of-md5', 'md5_repealed', {
  type: 'boolean',
  reads: { change_date: 'temporal' },
  value: (c) => (c.text('change_date') >= '2026-10-11' ? true : undefined),
  bind: lateChange,
});

const method = conclude('authentication-method', 'auth_method', {
  type: 'enum',
  reads: { hba_line: 'precedence', md5_repealed: 'temporal' },
  value: (c) => {
    const entry = lines(c)[c.count('hba_line') - 1]?.text('entry').split(' ')[4];
    if (entry !== 'md5') return entry;
    if (connection(c).text('password') === 'scram') return 'scram-sha-256';
    return c.has('md5_repealed') ? 'reject' : 'md5';
  },
  bind: (b) => {
    const password = b.derived.has('md5_repealed') || b.random.chance(0.5) ? 'md5' : 'scram';
    return [...one(b, 'connection', { password }), ...given(b, { hba_line: 2 }), ...methodLines(b)];
  },
});

function methodLines(b: Binder): Facts {
  const network = `10.${b.random.integer(1, 90)}.0.0/16`;
  return many(b, 'hba', [`host all all ${network} cert`, `hostssl all app ${network} ${b.random.pick(['md5', 'md5', 'ldap'])}`, `host all all ${network} peer`].map((entry) => ({ entry })));
}

export const ACCESS_RULES: readonly RuleModule[] = [roles, line, repeal, method];
