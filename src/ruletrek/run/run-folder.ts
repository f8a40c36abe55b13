/** `runs/<id>/run.json`: what a run is, and the refusal to go on with something else under its name. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { dumpYaml } from '../../config/load.ts';
import { UserError } from '../../errors.ts';
import { writeJsonAtomically, writeTextAtomically } from '../../files/atomic-write.ts';
import { parseJson } from '../../files/parse-json.ts';
import { differences, gitCommit } from '../../training/run-folder.ts';
import type { Agent } from '../agents/agent.ts';
import { FORMAT_VERSION } from '../formats/vocabulary.ts';
import type { TestedSandbox } from '../sandbox/require.ts';
import type { RunConfig } from './config.ts';

/** Name of the run folder: `<name>-<agent>`. */
export function runId({ name }: RunConfig, agent: Agent): string {
  return `${name}-${agent.name}`.replaceAll(/[^\w.-]+/g, '-').replace(/-+$/, '');
}

/**
 * Makes the folder, or opens it to go on.
 *
 * @returns its path
 * @throws UserError where it holds a run of another agent, benchmark or limit
 */
export function openRunFolder(config: RunConfig, agent: Agent, sandbox: TestedSandbox, root: string): string {
  const folder = join(root, runId(config, agent));
  const identity = plain({ agent: agent.identity, bench: benchHash(config.bench), limits: config.limits, isolated: sandbox.kind !== 'none' });
  requireSameRun(folder, identity);
  mkdirSync(folder, { recursive: true });
  writeTextAtomically(join(folder, 'config.yaml'), dumpYaml(config));
  const { kind, probes } = sandbox;
  const versions = { node: process.versions.node, commit: gitCommit() };
  writeJsonAtomically(join(folder, 'run.json'), { format: FORMAT_VERSION, agent: agent.name, identity, sandbox: { kind, probes }, versions, argv: process.argv.slice(2) });
  return folder;
}

function requireSameRun(folder: string, identity: unknown): void {
  const file = join(folder, 'run.json');
  if (!existsSync(file)) return;
  const saved = (parseJson(readFileSync(file, 'utf8')) as { identity?: unknown } | undefined)?.identity;
  if (isDeepStrictEqual(saved, identity)) return;
  throw UserError.of({
    expected: 'the run folder of this agent, benchmark and limits',
    got: `one with other values: ${differences(saved, identity).join(', ')}`,
    where: { file: folder },
    fix: 'give this run another name (--set name=…), or delete the old folder',
  });
}

/** Of the manifest, which has the hash of every file. */
function benchHash(bench: string): string {
  return createHash('sha256').update(readFileSync(join(bench, 'manifest.json'))).digest('hex');
}

/** As it is read back. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown;
}
