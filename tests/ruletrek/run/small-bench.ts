/** A benchmark of one instance, as files: a fee and the rule that says how high it is. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const INSTANCE = 'tax-001';
export const SECRET = 'gold-says-1234';

const zeros = '0'.repeat(64);

const TASK = {
  format: 1,
  id: INSTANCE,
  domain: 'tax',
  pack: { name: 'toy', version: '1', sha256: zeros },
  tasks: ['RI', 'RD', 'E2E'],
  asOf: '2025-04-15',
  question: 'How high is the fee?',
  answer: [{ name: 'fee', type: 'money', tolerance: '0.01', description: 'the fee in dollars' }],
  limits: { steps: 200, wallSeconds: 1800 },
};

const FILES: Readonly<Record<string, string>> = {
  'task.json': JSON.stringify(TASK),
  'workspace/orders.csv': 'order,price\n1,100.00\n',
  'rules/guide/fees.md': '# Fees\n\nThe fee is 3 percent of the price.\n\nA price below 10 dollars bears no fee.\n',
  'graph.json': JSON.stringify({ nodes: [], edges: [] }),
  'gold/answer.json': JSON.stringify({ format: 1, fields: { fee: SECRET } }),
};

/** Writes it to `folder`. */
export function writeSmallBench(folder: string): void {
  const counts = { nodes: 1, edges: 0, depth: 0 };
  const manifest = { format: 1, version: '1', seed: 's', packs: [], instances: [{ id: INSTANCE, domain: 'tax', ...counts, structure: zeros }], means: counts, bins: { nodes: {}, depth: {} }, files: {} };
  write(join(folder, 'manifest.json'), JSON.stringify(manifest));
  for (const [path, text] of Object.entries(FILES)) write(join(folder, 'instances', INSTANCE, path), text);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Valid answers of E2E and RI. */
export const SOLVED = JSON.stringify({ answer: { fee: '3.00' }, rules: [], facts: [], steps: [] });
export const IDENTIFIED = JSON.stringify({ nodes: [], edges: [] });
