/** How the records of a case lie in files. */
import type { LayoutFile } from '../pack.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });

export const CYBER_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('case/ticket.yaml', 'case', 'exercise', 'delay'), file('sensor/events.jsonl', 'event'), file('sensor/local.conf', 'allowance', 'maintenance'),
    file('auth/logons.log', 'logon'), file('auth/accounts.csv', 'account'), file('auth/exemptions.json', 'exemption'),
    file('scan/findings.json', 'finding', 'acceptance'), file('data/inventory.xlsx', 'dataset'), file('mail/notices.eml', 'notice'),
    file('ops/storage.yaml', 'log_source', 'hold'), file('ops/backups.csv', 'backup'), file('ops/outages.log', 'outage'), file('triage/established.md', 'given'),
  ],
  [
    file('intake/case.json', 'case', 'exercise'), file('intake/orders.eml', 'delay', 'notice'), file('falco/output.log', 'event'),
    file('falco/exceptions.yaml', 'allowance', 'maintenance'), file('identity/directory.sqlite', 'account', 'exemption'), file('identity/logons.jsonl', 'logon'),
    file('scanner/report.csv', 'finding'), file('scanner/accepted.conf', 'acceptance'), file('registry/datasets.yaml', 'dataset'),
    file('platform/logging.conf', 'log_source', 'hold'), file('platform/jobs.log', 'backup'), file('platform/incidents.xlsx', 'outage'), file('notes/figures.yaml', 'given'),
  ],
  [
    file('ticket/case.conf', 'case', 'exercise', 'delay'), file('evidence/syscalls.csv', 'event'), file('evidence/change-calendar.json', 'maintenance'),
    file('evidence/allowances.csv', 'allowance'), file('evidence/logons.sqlite', 'logon'), file('evidence/accounts.yaml', 'account', 'exemption'),
    file('evidence/scan.xlsx', 'finding', 'acceptance'), file('evidence/data-map.docx', 'dataset'), file('evidence/notices.log', 'notice'),
    file('evidence/logging.json', 'log_source', 'hold'), file('evidence/backup-jobs.jsonl', 'backup'), file('evidence/outages.csv', 'outage'),
    file('ticket/handover.docx', 'given'),
  ],
  [
    file('soc/case.md', 'case', 'exercise', 'delay'), file('soc/events.yaml', 'event'), file('soc/windows.csv', 'maintenance'), file('soc/allowed.conf', 'allowance'),
    file('soc/sessions.xlsx', 'logon'), file('soc/accounts.jsonl', 'account'), file('soc/waivers.md', 'exemption', 'acceptance'), file('soc/flaws.sqlite', 'finding'),
    file('soc/datasets.csv', 'dataset'), file('mail/0003-told.eml', 'notice'), file('soc/records.md', 'log_source', 'hold'), file('soc/recovery.sqlite', 'backup', 'outage'),
    file('mail/0004-so-far.eml', 'given'),
  ],
];
