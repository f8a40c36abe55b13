/** The settings as tables of the plan: one for the year, one for the year before that is superseded. */
import type { Column } from '../../render/table.ts';
import type { RuleDocument } from '../documents.ts';
import { csvDocument } from '../tables.ts';
import { IMPACTS, SEVERITIES } from './facts.ts';
import { CYBER_SETTINGS, CYBER_VERSION, STALE_CYBER_VERSION } from './parameters.ts';

/** Columns by key: one value for all, values by impact level, values by severity. */
const TABLES = [
  { path: 'general', keys: [''], mark: '' },
  { path: 'impact', keys: IMPACTS, mark: 'moderate' },
  { path: 'severity', keys: SEVERITIES, mark: 'critical' },
] as const;

function table(version: string, { path, keys, mark }: (typeof TABLES)[number]): Promise<RuleDocument> {
  const columns: Column[] = [{ name: 'setting', type: 'text' }, ...keys.map((key): Column => ({ name: key === '' ? 'all' : key, type: 'decimal' }))];
  const rows = Object.values(CYBER_SETTINGS).flatMap(({ label, versions }) => {
    const values = versions[version]!;
    return values[mark] === undefined ? [] : [[label, ...keys.map((key) => values[key]!)]];
  });
  return csvDocument(`tables/${path}-${version}.csv`, { name: path, columns, rows });
}

export async function tableDocuments(): Promise<RuleDocument[]> {
  return Promise.all([CYBER_VERSION, STALE_CYBER_VERSION].flatMap((version) => TABLES.map((one) => table(version, one))));
}
