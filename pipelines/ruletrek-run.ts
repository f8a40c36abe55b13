/**
 * Runs an agent on the trials of a RuleTrek benchmark. What has a result is not run again, so that a run that was stopped
 * or killed goes on with the same command.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { initBackend } from '../src/backend/init.ts';
import type { TrialResult } from '../src/ruletrek/formats/result.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import { Manifest } from '../src/ruletrek/formats/manifest.ts';
import { loadRunConfig, runsCommands, type RunConfig } from '../src/ruletrek/run/config.ts';
import { createAgent } from '../src/ruletrek/run/create-agent.ts';
import { chooseInstances } from '../src/ruletrek/run/instances.ts';
import { stopOnSignal } from '../src/ruletrek/run/interrupt.ts';
import { statusLines, trialLine } from '../src/ruletrek/run/progress.ts';
import { planTrials, runQueue } from '../src/ruletrek/run/queue.ts';
import { openRunFolder } from '../src/ruletrek/run/run-folder.ts';
import { openWorkspaceFolder, workspaceFolder } from '../src/ruletrek/run/workspace.ts';
import { requireSandbox, type TestedSandbox } from '../src/ruletrek/sandbox/require.ts';

export interface RunOptions {
  /** YAML file of the run. */
  readonly experiment: string;
  /** `key.path=value`, later ones winning. */
  readonly set?: readonly string[];
  /** Trials at a time; 1 by default. */
  readonly workers?: number | undefined;
  /** Of MiniLM and DynaRule, where they search rules. */
  readonly backend?: string | undefined;
  /** Parent of all run folders; `runs` by default. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

export interface RunEnd {
  /** Whether every trial has a result now. */
  readonly complete: boolean;
  /** Folder of the run, and of the benchmark, for scoring. */
  readonly folder: string;
  readonly bench: string;
}

/**
 * Fills runs/<id>/.
 *
 * @throws UserError for a bad configuration, a benchmark that is not there, a sandbox that does not hold, a missing key
 */
export async function run({ experiment, set = [], workers = 1, backend, root = 'runs', print = console.log }: RunOptions): Promise<RunEnd> {
  const config = loadRunConfig(experiment, set);
  const manifest = readFormat(join(config.bench, 'manifest.json'), Manifest);
  const instances = chooseInstances(manifest, config.instances);
  const sandbox = await sandboxOf(config, print);
  if (needsTensors(config)) await initBackend(backend);
  const agent = createAgent(config);
  const folder = openRunFolder(config, agent, sandbox, root);
  const places = planTrials(instances, config.tasks, config.repetitions);
  const workspaces = workspaceFolder(folder);
  openWorkspaceFolder(workspaces);
  const interrupt = stopOnSignal();
  const results: TrialResult[] = [];
  const told = (result: TrialResult): void => print(trialLine(result, results.push(result), places.length));
  const setting = { agent, sandbox: sandbox.kind, limits: config.limits, bench: config.bench, run: folder, workspaces, stop: interrupt.signal };
  const complete = await runQueue(setting, places, workers, told).finally(interrupt.dispose);
  rmSync(workspaces, { recursive: true });
  for (const line of statusLines(results, places.length)) print(line);
  print(complete ? folder : `stopped; the same command goes on from here: ${folder}`);
  return { complete, folder, bench: config.bench };
}

async function sandboxOf(config: RunConfig, print: (line: string) => void): Promise<TestedSandbox> {
  if (!runsCommands(config)) return { kind: 'none', probes: [] };
  const sandbox = await requireSandbox({ kind: config.sandbox, goldFolder: join(config.bench, 'instances') });
  print(sandbox.kind === 'none' ? 'no sandbox: agents see this machine and its network' : `sandbox ${sandbox.kind}: all ${sandbox.probes.length} probes passed`);
  return sandbox;
}

function needsTensors({ agent }: RunConfig): boolean {
  return agent.search === 'dynarule' || (['dense', 'fused'].includes(agent.search) && agent.encoder.kind === 'minilm');
}
