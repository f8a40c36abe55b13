/** Checks a RuleTrek benchmark from its files and prints the acceptance numbers, each with its state. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { PROPOSALS } from '../src/ruletrek/build/build-bench.ts';
import { sha256 } from '../src/ruletrek/core/canonical.ts';
import { GoldVerify } from '../src/ruletrek/formats/gold.ts';
import type { Manifest } from '../src/ruletrek/formats/manifest.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import type { PackContext } from '../src/ruletrek/instance/draft.ts';
import { filesBelow, LAYOUT } from '../src/ruletrek/instance/layout.ts';
import { instanceFolder, readInstance, readManifest } from '../src/ruletrek/instance/read.ts';
import { openPack, packNamed } from '../src/ruletrek/packs/registry.ts';
import { falcoNumber } from '../src/ruletrek/verify/falco-number.ts';
import { noiseNumber } from '../src/ruletrek/verify/noise-number.ts';
import { agentNumber, checkNumbers, sizeNumber, taxNumber, type AcceptanceNumber, type CheckedInstance } from '../src/ruletrek/verify/numbers.ts';
import { ocdsNumber } from '../src/ruletrek/verify/ocds-number.ts';
import { piNumber } from '../src/ruletrek/verify/pi-number.ts';
import { policyNumber } from '../src/ruletrek/verify/policy-number.ts';
import { propertiesNumber } from '../src/ruletrek/verify/properties-number.ts';
import { sandboxNumber } from '../src/ruletrek/verify/sandbox-number.ts';
import { statisticsNumber } from '../src/ruletrek/verify/statistics-number.ts';
import { verifyInstance } from '../src/ruletrek/verify/verify-instance.ts';
import { run as build } from './ruletrek-build.ts';

export interface RuletrekVerifyOptions {
  readonly bench: string;
  /** Build it once more and compare every byte. */
  readonly rebuild: boolean;
  /** Where pi is installed. */
  readonly pi: string;
  readonly print?: (line: string) => void;
}

/**
 * Prints one line for each number with its state.
 * @throws UserError where a file was changed, a check fails or a number is missed
 */
export async function run({ bench, rebuild, pi, print = console.log }: RuletrekVerifyOptions): Promise<void> {
  const manifest = readManifest(bench);
  checkFiles(bench, manifest);
  const contexts = await Promise.all(manifest.packs.map(({ name }) => openPack(packNamed(name))));
  const checked = await checkInstances(bench, manifest, contexts, print);
  const numbers = [
    sizeNumber(manifest, checked), ...checkNumbers(checked), await agentNumber(checked), noiseNumber(checked.map(({ instance }) => instance)), statisticsNumber(), taxNumber(), falcoNumber(), policyNumber(), ocdsNumber(),
    await sandboxNumber(join(bench, 'instances')), await piNumber(bench, manifest.instances[0]!.id, pi), rebuild ? await rebuildNumber(bench, manifest) : NOT_REBUILT, propertiesNumber(checked.map(({ instance }) => instance)),
  ].sort((a, b) => a.number - b.number);
  for (const { number, text, state } of numbers) print(`${String(number).padStart(2)} ${state.padEnd(7)} ${text}`);
  requireAll(bench, checked, numbers);
}

/** Every file is the one of the manifest, and there is no other. */
function checkFiles(bench: string, { files }: Manifest): void {
  const present = filesBelow(bench).filter((path) => path !== 'manifest.json');
  const changed = Object.entries(files).filter(([path, hash]) => !present.includes(path) || sha256(readFileSync(join(bench, path))) !== hash).map(([path]) => path);
  const added = present.filter((path) => files[path] === undefined);
  const wrong = [...changed, ...added];
  if (wrong.length === 0) return;
  throw UserError.of({ expected: 'the files of the manifest', got: `${wrong.length} others: ${wrong.slice(0, 5).join(', ')}`, where: { file: bench }, fix: 'build the benchmark again: dynarule ruletrek build' });
}

async function checkInstances(bench: string, { instances, packs }: Manifest, contexts: readonly PackContext[], print: (line: string) => void): Promise<CheckedInstance[]> {
  const checked: CheckedInstance[] = [];
  for (const { id } of instances) {
    const folder = instanceFolder(bench, id);
    const instance = await readInstance(folder);
    const context = contexts[packs.findIndex(({ name }) => name === instance.task.pack.name)]!;
    const verification = await verifyInstance(context, folder);
    for (const { check, failures } of verification.checks) for (const failure of failures) print(`${id} ${check}: ${failure}`);
    checked.push({ pack: context.pack, instance, verification, saved: readFormat(join(folder, LAYOUT.goldVerify), GoldVerify) });
  }
  return checked;
}

const NOT_REBUILT: AcceptanceNumber = { number: 13, text: 'the same bytes once more: not asked for (--rebuild)', state: 'skipped' };

/** 13: the same seed gives the same bytes. */
async function rebuildNumber(bench: string, { seed, instances, packs, proposals, files }: Manifest): Promise<AcceptanceNumber> {
  const folder = mkdtempSync(join(tmpdir(), 'ruletrek-'));
  try {
    const count = instances.length / packs.length;
    const again = await build({ output: join(folder, 'bench'), seed, count, packs: packs.map(({ name }) => name), proposals: proposals === undefined ? null : join(bench, PROPOSALS), print: () => undefined });
    const different = Object.keys({ ...files, ...again.files }).filter((path) => files[path] !== again.files[path]);
    return { number: 13, text: `built again: ${different.length} of ${Object.keys(files).length} files differ`, state: different.length === 0 ? 'met' : 'missed' };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function requireAll(bench: string, checked: readonly CheckedInstance[], numbers: readonly AcceptanceNumber[]): void {
  const failed = checked.filter(({ verification }) => !verification.passed).length;
  const missed = numbers.filter(({ state }) => state === 'missed').map(({ number }) => number);
  if (failed === 0 && missed.length === 0) return;
  throw new UserError(`${bench}: ${failed} of ${checked.length} instances fail a check; numbers missed: ${missed.join(', ') || 'none'}`);
}
