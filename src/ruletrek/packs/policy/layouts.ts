/** How the records of a service lie in files. */
import type { LayoutFile } from '../pack.ts';
import { manifest, MANIFEST_KINDS } from './manifest.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });
const manifests = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds, format: manifest });
const WORKLOAD = ['workload', 'container', 'volume'] as const;

export const POLICY_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('catalogue/service.yaml', 'service'), manifests('deploy/manifests.yaml', ...MANIFEST_KINDS), file('nodes/sysctl.conf', 'sysctl'),
    file('repository/pull.json', 'pull', 'approval', 'check'), file('repository/commits.log', 'commit'), file('repository/changes.csv', 'change'), file('repository/owners.conf', 'owner'),
    file('repository/freezes.yaml', 'freeze'), file('audit/dependencies.sqlite', 'dependency', 'waiver'), file('audit/alerts.csv', 'alert'), file('audit/extensions.md', 'extension'),
    file('mail/0001-notice.eml', 'notice', 'counter'), file('account/profile.json', 'profile'), file('account/payments.xlsx', 'sponsorship', 'matching', 'carried', 'sale'),
    file('account/withholding.conf', 'withholding'), file('account/invoices.csv', 'invoice'), file('review/figures.md', 'given'),
  ],
  [
    file('service.conf', 'service'), manifests('k8s/workload.yaml', ...WORKLOAD), manifests('k8s/namespace.yaml', 'namespace', 'quota'), manifests('k8s/autoscaler.yaml', 'autoscaler'),
    manifests('k8s/exceptions.yaml', 'exception'), file('k8s/sysctls.json', 'sysctl'), file('export/pull-request.xlsx', 'pull', 'approval', 'check', 'commit', 'change'),
    file('export/owners.csv', 'owner'), file('export/calendar.md', 'freeze'), file('export/packages.json', 'dependency'), file('export/waivers.csv', 'waiver'),
    file('export/alerts.log', 'alert', 'extension'), file('legal/notices.yaml', 'notice', 'counter'), file('billing/account.yaml', 'profile', 'withholding'),
    file('billing/ledger.sqlite', 'sponsorship', 'matching', 'carried', 'sale', 'invoice'), file('billing/established.docx', 'given'),
  ],
  [
    file('mail/0001-service.eml', 'service'), manifests('cluster/objects.yaml', ...WORKLOAD, 'namespace', 'autoscaler'), manifests('cluster/quota.yaml', 'quota'), file('cluster/exceptions.csv', 'exception'),
    file('cluster/sysctls.md', 'sysctl'), file('forge/pull.yaml', 'pull'), file('forge/approvals.csv', 'approval'), file('forge/checks.log', 'check', 'commit'), file('forge/changes.sqlite', 'change', 'owner'),
    file('forge/freezes.docx', 'freeze'), file('forge/dependencies.csv', 'dependency'), file('forge/waivers.json', 'waiver', 'extension'), file('forge/alerts.xlsx', 'alert'),
    file('desk/notices.docx', 'notice', 'counter'), file('desk/account.conf', 'profile', 'withholding'), file('desk/sponsorships.csv', 'sponsorship'), file('desk/balances.yaml', 'matching', 'carried'),
    file('desk/sales.json', 'sale'), file('desk/invoices.md', 'invoice'), file('mail/0002-figures.eml', 'given'),
  ],
  [
    file('about/service.json', 'service'), manifests('rendered/all.yaml', ...MANIFEST_KINDS), file('rendered/sysctls.csv', 'sysctl'),
    file('dump/repository.sqlite', 'pull', 'approval', 'check', 'commit', 'change', 'owner'), file('dump/freezes.csv', 'freeze'), file('scan/licences.docx', 'dependency', 'waiver'), file('scan/alerts.yaml', 'alert', 'extension'),
    file('inbox/notices.log', 'notice', 'counter'), file('money/profile.md', 'profile'), file('money/sponsorships.xlsx', 'sponsorship', 'matching'), file('money/carried.csv', 'carried'),
    file('money/sales.log', 'sale'), file('money/tax.json', 'withholding'), file('money/invoices.xlsx', 'invoice'), file('review/established.yaml', 'given'),
  ],
];
