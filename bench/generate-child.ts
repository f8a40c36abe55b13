/** Generates the default data into the folder given, then prints its own peak memory in megabytes. */
import { existsSync, readFileSync } from 'node:fs';
import { run } from '../pipelines/generate.ts';

const STATUS = '/proc/self/status';

/**
 * Worker threads share the process, so theirs is in it. Linux's `getrusage` also counts what the parent held when it
 * started this process; the high-water mark in /proc does not.
 */
function peakMegabytes(): number {
  const mark = existsSync(STATUS) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8'))?.[1] : undefined;
  return (mark === undefined ? process.resourceUsage().maxRSS : Number(mark)) / 1000;
}

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: generate-child.ts FOLDER');
const print = (line: string): void => void process.stderr.write(`${line}\n`);
await run({ config: 'experiments/ruleworld.yaml', overrides: [`output=${folder}`], print });
process.stdout.write(`${peakMegabytes()}\n`);
