/** Records of a policy scenario: one service with its namespace, repository and account, and which records belong to it. */
import type { Facts, FactRecord, FactTypes } from '../../core/facts.ts';

/** The day of the review. */
export const REVIEW_DAY = '2026-04-15';
export const TIERS = ['experimental', 'internal', 'standard', 'critical'] as const;
export type Tier = (typeof TIERS)[number];

export const POLICY_FACTS: FactTypes = {
  service: { tier: 'enum', namespace: 'text', repository: 'text', account: 'text', month: 'text' },
  namespace: { namespace: 'text', level: 'enum', budget: 'money' },
  workload: { namespace: 'text', replicas: 'integer', max_surge: 'text', host_network: 'boolean', host_pid: 'boolean', host_ipc: 'boolean' },
  container: {
    namespace: 'text', image: 'text', privileged: 'boolean', allow_escalation: 'boolean', run_as_non_root: 'boolean', run_as_user: 'integer',
    seccomp: 'enum', proc_mount: 'enum', cap_add: 'text', cap_drop: 'text', host_port: 'integer',
    cpu_request: 'text', memory_request: 'text', cpu_limit: 'text', memory_limit: 'text',
  },
  volume: { namespace: 'text', type: 'enum' },
  sysctl: { namespace: 'text', name: 'text', value: 'text' },
  autoscaler: { namespace: 'text', max: 'integer' },
  quota: { namespace: 'text', cpu_hard: 'text', cpu_used: 'text', memory_hard: 'text', memory_used: 'text', pods_hard: 'integer', pods_used: 'integer' },
  exception: { namespace: 'text', expires: 'date', findings: 'integer' },
  pull: { repository: 'text', pushed: 'date', hotfix: 'boolean' },
  approval: { repository: 'text', user: 'text', role: 'enum', submitted: 'date' },
  check: { repository: 'text', name: 'text', conclusion: 'enum' },
  commit: { repository: 'text', sha: 'text', signed: 'boolean' },
  change: { repository: 'text', path: 'text', lines: 'integer' },
  owner: { repository: 'text', line: 'integer', pattern: 'text', team: 'enum' },
  freeze: { repository: 'text', starts: 'date', ends: 'date' },
  dependency: { repository: 'text', package: 'text', licence: 'text' },
  waiver: { repository: 'text', package: 'text', expires: 'date' },
  alert: { repository: 'text', severity: 'enum', opened: 'date' },
  extension: { repository: 'text', expires: 'date' },
  notice: { repository: 'text', received: 'date', extent: 'enum' },
  counter: { repository: 'text', received: 'date' },
  profile: { account: 'text', joined: 'date', first_sponsored: 'date', registered: 'date', left: 'date', payout: 'enum' },
  sponsorship: { account: 'text', month: 'text', method: 'enum', amount: 'money' },
  matching: { account: 'text', amount: 'money' },
  carried: { account: 'text', month: 'text', amount: 'money' },
  sale: { account: 'text', month: 'text', amount: 'money' },
  withholding: { account: 'text', percent: 'integer' },
  invoice: { account: 'text', issued: 'date', amount: 'money' },
};

/** What ties a record to the service, and in which month. */
const TIES = ['namespace', 'repository', 'account', 'month'] as const;

/** Records of the service's namespace, repository and account; those of a month only where it is the month of the review. */
export function inScope(facts: Facts): Facts {
  const service = facts.find(({ kind }) => kind === 'service')?.fields ?? {};
  const belongs = ({ fields }: FactRecord): boolean => TIES.every((tie) => fields[tie] === undefined || fields[tie] === service[tie]);
  return facts.filter(belongs);
}
