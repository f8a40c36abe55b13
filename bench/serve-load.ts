/**
 * Load on a server of its own, over the tiny model and a small RuleWorld:
 *
 *     npx tsx bench/serve-load.ts                 200 clients for 2 minutes
 *     npx tsx bench/serve-load.ts --clients 20 --seconds 10
 *
 * Prints requests by how they ended, answers a second, what must not happen, and the server's tensors and memory; the exit
 * code is 1 where something must not have happened, tensors are left, or memory has grown from the first quarter to the last.
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
const [clients, seconds] = [Number(values.clients), Number(values.seconds)];

/** Readings of memory in one run. */
const SAMPLES = 24;

/** Growth from the first quarter of the readings to the last that is no leak: heaps are cleaned when they are full. */
const GROWTH = 1.15;

const { rules } = generateWorld({ ...SUBSET_WORLD, counts: scaledCounts(500) }, 'serve-load');
const folder = mkdtempSync(join(tmpdir(), 'serve-load-'));
const server = await startServer(rules);
try {
  const before = await numbers(server.url);
  const questions = Array.from({ length: 8 }, (_, at) => questionOfSeed({ rules }, 'single-rule', `load ${at}`).question.NL);
  process.stderr.write('asking each question alone, over both states of the rules; then the clients come\n');
  const memory = memoryWatch(server.url, (seconds * 1000) / SAMPLES);
  const { counts, faults: wrong } = await runLoad({ url: server.url, model: 'tiny', clients, seconds, questions, maxTokens: 64, pair: countedPair(rules) }).finally(memory.end);
  const { samples } = memory;
  const faults = [...wrong, ...memory.faults];
  const after = await numbers(server.url);
  console.table(counts);
  console.table({ before, after });
  console.log(`${(((counts['chat 200'] ?? 0) + (counts['stream 200'] ?? 0)) / seconds).toFixed(2)} answers a second; megabytes on the way: ${samples.join(', ')}`);
  console.log(faults.length === 0 ? 'nothing happened that must not' : `${faults.length} faults\n${faults.slice(0, 20).join('\n')}`);
  process.exitCode = faults.length === 0 && after.tensors === before.tensors && isFlat(samples) ? 0 : 1;
} finally {
  server.child.kill('SIGTERM');
  await once(server.child, 'exit');
  rmSync(folder, { recursive: true, force: true });
}

async function startServer(all: readonly Rule[]): Promise<{ url: string; child: ChildProcess }> {
  const path = join(folder, 'rules.jsonl');
  writeFileSync(path, all.map((rule) => `${JSON.stringify({ id: String(rule.id), text: ruleText(rule).NL })}\n`).join(''));
  const child = spawn(process.execPath, ['bin/dynarule.js', 'serve', '--rules', path, '--port', '0', '--no-refusal'], { stdio: ['ignore', 'pipe', 'inherit'] });
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

function isFlat(megabytes: readonly number[]): boolean {
  const quarter = Math.ceil(megabytes.length / 4);
  return Math.max(...megabytes.slice(-quarter)) <= GROWTH * Math.max(...megabytes.slice(0, quarter));
}

interface MemoryWatch {
  readonly samples: readonly number[];
  /** Readings that failed, one line each. */
  readonly faults: readonly string[];
  end(): void;
}

/** Reads the server's megabytes until it is told to end. */
function memoryWatch(url: string, everyMs: number): MemoryWatch {
  const samples: number[] = [];
  const faults: string[] = [];
  const read = (): Promise<unknown> =>
    numbers(url).then(
      ({ megabytes }) => samples.push(megabytes),
      (error: unknown) => faults.push(`a reading of the memory failed: ${String(error)}`),
    );
  const timer = setInterval(() => void read(), everyMs);
  return { samples, faults, end: () => clearInterval(timer) };
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
