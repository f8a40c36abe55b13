/** The coding agent pi, as the paper runs its models: all of it in the sandbox, its tools as they are, two limits of steps. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountInside } from '../../sandbox/kinds.ts';
import type { ReadOnlyMount } from '../../sandbox/spec.ts';
import { stepLimit, type Agent, type AgentEnd, type AgentTrial } from '../agent.ts';
import { NODE, NO_KEY } from '../model/link.ts';
import type { ProxySettings } from '../model/proxy.ts';
import { endOfProgram, startProgram, type Program, type ProgramEnd, type ProgramFiles } from '../program.ts';
import type { PiInstallation } from './install.ts';
import { piLog, type PiLog } from './log.ts';

export interface PiAgentOptions {
  readonly name: string;
  readonly installation: PiInstallation;
  readonly model: Omit<ProxySettings, 'maxRequests'>;
  readonly temperature: number;
  readonly contextLength: number;
  readonly maxNewTokens: number;
  readonly identity: object;
}

/** What a model is called inside; its real name is set outside. */
const PROVIDER = 'bench';
const EXTENSION: ReadOnlyMount = { from: fileURLToPath(new URL('limit-extension.ts', import.meta.url)), to: '/opt/bench/limit-extension.ts' };

/** `--no-context-files`: else pi would obey an AGENTS.md that lies in a workspace. */
const FLAGS = ['--mode', 'json', '-p', '--offline', '--no-session', '--no-extensions', '--no-skills', '--no-prompt-templates', '--no-context-files'];

export function piAgent(options: PiAgentOptions): Agent {
  return { name: options.name, identity: options.identity, run: (trial) => runPi(options, trial) };
}

async function runPi(options: PiAgentOptions, trial: AgentTrial): Promise<AgentEnd> {
  const { log, limits } = trial;
  let exhausted = false;
  const pi = piLog(log, limits.steps, () => {
    exhausted = true;
    running.stop();
  });
  const events = { onTokens: ({ prompt, completion }: { prompt: number; completion: number }): void => log.record({ kind: 'tokens', prompt, completion }) };
  log.record({ kind: 'message', role: 'user', text: trial.prompt });
  const program = (baseUrl: string | null, files: ProgramFiles): Program => ({ ...programOf(options, trial, String(baseUrl), files), onOutput: pi.push });
  // A reply without a tool call ends pi, so that it never asks much more often than it steps: retries are its own.
  const running = await startProgram({ trial, model: options.model, maxRequests: 2 * limits.steps + 20, events, program });
  const end = await running.end;
  return exhausted ? stepLimit(limits) : endOfPi(end, pi, trial);
}

/** pi ends with code 0 whether or not its last request failed. */
function endOfPi(end: ProgramEnd, pi: PiLog, trial: AgentTrial): AgentEnd {
  const general = endOfProgram(end, trial);
  if (general.status !== 'finished' || pi.stopReason() === 'stop' || pi.stopReason() === 'length') return general;
  if (end.modelFailure !== null) return { status: 'infra_error', detail: `the model could not be asked: ${end.modelFailure}` };
  return { status: 'agent_error', detail: `pi ended with ${pi.stopReason() ?? 'no reply'} ${pi.errorMessage()}`.trim() };
}

function programOf(options: PiAgentOptions, trial: AgentTrial, baseUrl: string, files: ProgramFiles): Program {
  const { installation, temperature } = options;
  const inside = (mount: ReadOnlyMount): string => mountInside(trial.sandbox, mount);
  const packages = { from: installation.folder, to: '/opt/pi' };
  const models = { from: files.write('models.json', JSON.stringify(modelsFile(options, baseUrl))), to: '/tmp/pi/models.json' };
  const tools = ['--tools', 'read,bash,edit,write'];
  const model = ['--provider', PROVIDER, '--model', PROVIDER, '-e', inside(EXTENSION)];
  return {
    command: [inside(NODE), `${inside(packages)}/${installation.program}`, ...FLAGS, ...tools, ...model, trial.prompt],
    environment: {
      PI_OFFLINE: '1',
      PI_CODING_AGENT_DIR: dirname(inside(models)),
      RULETREK_STEPS: String(trial.limits.steps),
      RULETREK_TEMPERATURE: String(temperature),
    },
    mounts: [packages, EXTENSION, models],
  };
}

/** pi's own format for endpoints of one's own. */
function modelsFile({ contextLength, maxNewTokens }: PiAgentOptions, baseUrl: string): object {
  const compat = { supportsDeveloperRole: false, supportsReasoningEffort: false };
  const models = [{ id: PROVIDER, contextWindow: contextLength, maxTokens: maxNewTokens }];
  return { providers: { [PROVIDER]: { baseUrl, api: 'openai-completions', apiKey: NO_KEY, compat, models } } };
}
