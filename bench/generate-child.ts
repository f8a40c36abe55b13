/** Generates the default data into the folder given, then prints its own peak memory in megabytes. */
import { run } from '../pipelines/generate.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('usage: generate-child.ts FOLDER');
const print = (line: string): void => void process.stderr.write(`${line}\n`);
await run({ config: 'experiments/ruleworld.yaml', overrides: [`output=${folder}`], print });
// maxRSS is in kilobytes and counts the worker threads, which share the process.
process.stdout.write(`${process.resourceUsage().maxRSS / 1000}\n`);
