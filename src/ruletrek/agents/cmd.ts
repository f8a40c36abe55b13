/**
 * Any command as an agent. It finds its task on standard input and in the file that RULETREK_PROMPT names, and a model, where
 * one is configured, at OPENAI_BASE_URL. From outside, only its requests to that model can be seen: each is one step.
 */
import { mountInside } from '../sandbox/kinds.ts';
import { stepLimit, type Agent, type AgentEnd, type AgentTrial } from './agent.ts';
import { NO_KEY } from './model/link.ts';
import type { ProxySettings } from './model/proxy.ts';
import { endOfProgram, startProgram, type Program, type ProgramFiles } from './program.ts';

export interface CmdAgentOptions {
  readonly name: string;
  /** Read by `sh` in the workspace. */
  readonly command: string;
  readonly model: Omit<ProxySettings, 'maxRequests'> | null;
  readonly identity: object;
}

export function cmdAgent(options: CmdAgentOptions): Agent {
  return { name: options.name, identity: options.identity, run: (trial) => runCommand(options, trial) };
}

async function runCommand({ command, model }: CmdAgentOptions, trial: AgentTrial): Promise<AgentEnd> {
  const { log, limits } = trial;
  let refused = false;
  const events = {
    onRequest: (step: number): void => log.record({ kind: 'tool_call', step, tool: 'model', arguments: '' }),
    onTokens: ({ prompt, completion }: { prompt: number; completion: number }): void => log.record({ kind: 'tokens', prompt, completion }),
    onRefused: (): void => {
      refused = true;
      running.stop();
    },
  };
  log.record({ kind: 'message', role: 'user', text: trial.prompt });
  const running = await startProgram({ trial, model, maxRequests: limits.steps, events, program: (baseUrl, files) => programOf(command, trial, baseUrl, files) });
  const end = await running.end;
  log.record({ kind: 'note', text: end.outcome.output.toString('utf8') });
  return refused ? stepLimit(limits) : endOfProgram(end, trial);
}

function programOf(command: string, trial: AgentTrial, baseUrl: string | null, files: ProgramFiles): Program {
  const prompt = { from: files.write('prompt.md', trial.prompt), to: '/opt/bench/prompt.md' };
  const model: Record<string, string> = baseUrl === null ? {} : { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: NO_KEY };
  const environment = { RULETREK_PROMPT: mountInside(trial.sandbox, prompt), ...model };
  return { command: ['/bin/sh', '-c', command], environment, mounts: [prompt], input: trial.prompt };
}
