/**
 * Load on a server of its own, over the tiny model and a small RuleWorld:
 *
 *     npx tsx bench/serve-load.ts                 200 clients for 2 minutes
 *     npx tsx bench/serve-load.ts --clients 20 --seconds 10
 *
 * Prints requests by how they ended, what must not happen, and the server's tensors and memory at start and end; the
 * exit code is 1 where something must not have happened.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { questionOfSeed } from '../src/ruleworld/question.ts';
import { ruleText } from '../src/ruleworld/rule-text.ts';
import type { Rule } from '../src/ruleworld/types.ts';
import { scaledCounts, SUBSET_WORLD } from '../src/ruleworld/world-config.ts';
import { generateWorld } from '../src/ruleworld/world.ts';
import { splitRule, type OwnRule } from '../src/rulebook/rule.ts';
import { runLoad } from './serve/load.ts';
import type { Pair } from './serve/pair.ts';

const { values } = parseArgs({ options: { clients: { type: 'string', default: '200' }, seconds: { type: 'string', default: '120' } } });

const { rules } = generateWorld({ ...SUBSET_WORLD, counts: scaledCounts(500) }, 'serve-load');
const folder = mkdtempSync(join(tmpdir(), 'serve-load-'));
const server = await startServer(rules);
try {
  const before = await numbers(server.url);
  const questions = Array.from({ length: 8 }, (_, at) => questionOfSeed({ rules }, 'single-rule', `load ${at}`).question.NL);
  process.stderr.write('asking each question alone, over both states of the rules; then the clients come\n');
  const { counts, faults } = await runLoad({ url: server.url, model: 'tiny', clients: Number(values.clients), seconds: Number(values.seconds), questions, maxTokens: 64, pair: countedPair(rules) });
  const after = await numbers(server.url);
  console.table(counts);
  console.table({ before, after });
  console.log(faults.length === 0 ? 'nothing happened that must not' : `${faults.length} faults\n${faults.slice(0, 20).join('\n')}`);
  process.exitCode = faults.length === 0 && after.tensors === before.tensors ? 0 : 1;
} finally {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function startServer(all: readonly Rule[]): Promise<{ url: string; child: ChildProcess }> {
  const path = join(folder, 'rules.jsonl');
  writeFileSync(path, all.map((rule) => `${JSON.stringify({ id: String(rule.id), text: ruleText(rule).NL })}\n`).join(''));
  const child = spawn(process.execPath, ['bin/dynarule.js', 'serve', '--rules', path, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^(http:\S+):/.exec(line)?.[1];
    if (url !== undefined) return { url, child };
  }
  throw new Error('the server ended before it listened');
}

/** Two rules that name a count: it goes up by one and back. */
function countedPair(all: readonly Rule[]): Pair {
  const counted = all.filter(({ relation }) => relation === 'Entity2Attr').slice(0, 2);
  const own = (rule: Rule, more: number): OwnRule => {
    if (rule.relation !== 'Entity2Attr') throw new Error('a rule without a count');
    const parts = splitRule(ruleText({ ...rule, count: rule.count + more }).NL);
    if (parts === null) throw new Error('a rule that does not split');
    return { id: String(rule.id), ...parts };
  };
  const [a, b] = counted as [Rule, Rule];
  return { states: [[own(a, 0), own(b, 0)], [own(a, 1), own(b, 1)]] };
}

interface Numbers {
  readonly tensors: number;
  readonly megabytes: number;
}

async function numbers(url: string): Promise<Numbers> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return { tensors: value('dynarule_tensors'), megabytes: Math.round(value('process_resident_memory_bytes') / 2 ** 20) };
}
