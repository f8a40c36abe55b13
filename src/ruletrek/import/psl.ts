/** Reads numbers from Tax-Calculator's policy_current_law.json (CC0), and holds the tax pack's numbers against them. */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { readFormat } from '../formats/read.ts';
import { sha256 } from '../core/canonical.ts';
import { TAX_NUMBERS } from '../packs/tax/parameters.ts';

export const POLICY_FILE = '../shared/ruletrek/tax-psl/policy_current_law.json';

const Parameter = z.object({
  value: z.array(z.object({ year: z.int(), MARS: z.string().optional(), EIC: z.string().optional(), value: z.unknown() })),
});
const Policy = z.record(z.string(), z.unknown());

/** Our names of its keys. */
const KEYS: Readonly<Record<string, string>> = { mjoint: 'joint', mseparate: 'separate', headhh: 'head', '0kids': '0', '1kid': '1', '2kids': '2', '3+kids': '3' };

/** Values of a number in a year by our keys: those of the last year up to it that has one. */
export function policyValues(policy: z.infer<typeof Policy>, name: string, year: number): Map<string, number> {
  const values = new Map<string, { year: number; value: number }>();
  for (const entry of Parameter.parse(policy[name]).value) {
    const key = entry.MARS ?? entry.EIC ?? '';
    const ours = KEYS[key] ?? key;
    const old = values.get(ours);
    if (entry.year <= year && (old === undefined || old.year <= entry.year)) values.set(ours, { year: entry.year, value: Number(entry.value) });
  }
  return new Map([...values].map(([key, { value }]) => [key, value]));
}

/** Amounts that upstream has in thousands. */
const IN_THOUSANDS: ReadonlySet<string> = new Set(['ETC_pe_Single', 'ETC_pe_Married']);
/** From here on a number upstream stands for "no limit". */
const NO_LIMIT = 1e90;

/** Differences between the pack and the file in words; null where the file is not there. */
export function comparePolicy(path = POLICY_FILE): string[] | null {
  if (!existsSync(path)) return null;
  const policy = readFormat(path, Policy);
  const lines = readFileSync(path, 'utf8').split('\n');
  const hash = sha256(readFileSync(path)) === TAX_NUMBERS.source.sha256 ? [] : [`${path}: another version than ${TAX_NUMBERS.source.commit}`];
  return [...hash, ...Object.entries(TAX_NUMBERS.parameters).flatMap(([name, parameter]) => [
    ...(lines[parameter.line - 1]?.includes(`"${parameter.upstream}"`) === true ? [] : [`${name}: not at line ${parameter.line}`]),
    ...Object.entries(parameter.versions).flatMap(([version, values]) => compareValues(policy, parameter.upstream, Number(version), values)),
  ])];
}

function compareValues(policy: z.infer<typeof Policy>, name: string, year: number, values: Readonly<Record<string, string>>): string[] {
  const upstream = policyValues(policy, name, year);
  const factor = IN_THOUSANDS.has(name) ? 1000 : 1;
  return Object.entries(values).flatMap(([key, text]) => {
    const value = upstream.get(key);
    const same = value !== undefined && (value > NO_LIMIT ? Number(text) >= 99_999_999 : Math.abs(value * factor - Number(text)) < 1e-9);
    return same ? [] : [`${name}/${key} in ${year}: ${text}, upstream ${String(value)}`];
  });
}
