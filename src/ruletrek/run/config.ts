/** The schema of a RuleTrek run: which agent works on which trials of which benchmark, and what it may spend. */
import { z } from 'zod';
import { Endpoint } from '../../config/endpoint.ts';
import { Encoder } from '../../config/encoder.ts';
import { loadYaml } from '../../config/load.ts';
import { positiveInteger, runName, text } from '../../config/sections.ts';
import { DEFAULT_LIMITS, Limits } from '../formats/task.ts';
import { InstanceId, Task, TASKS } from '../formats/vocabulary.ts';
import { SANDBOX_KINDS } from '../sandbox/kinds.ts';
import { AGENT_KINDS_TEXT, isAgentKind, isSandboxedKind } from './agent-kinds.ts';

export const SEARCHES = ['none', 'bm25', 'dense', 'fused', 'dynarule'] as const;

const AgentSection = z.strictObject({
  /** chat: a model with tools; pi: the coding agent; cmd: any command; the others have no model. */
  kind: z.string().refine(isAgentKind, `expected ${AGENT_KINDS_TEXT}`).default('chat'),
  /** Gives the chat agent the tool search_rules: BM25, sentence embeddings, both fused, or DynaRule's own retrieval. */
  search: z.enum(SEARCHES).default('none'),
  /** What embeds rules for `dense` and `fused`, and for `dynarule`, whose adapters were trained with it. */
  encoder: Encoder.prefault({ kind: 'hashed' }),
  /** For `dynarule`: the frozen model, and adapters of stage 2. */
  dynarule: z.strictObject({ base: text.default('checkpoints/tiny-base'), adapters: text.default('checkpoints/tiny') }).prefault({}),
  /** Tokens of one reply. */
  maxNewTokens: positiveInteger.default(4096),
  /** For cmd: read by sh in the workspace. */
  command: text.nullable().default(null),
  /** Where pi is installed. */
  piFolder: text.default('models/pi'),
});

const Sections = z.strictObject({
  /** Begins the name of the run folder: runs/<name>-<agent>. */
  name: runName,
  /** Folder of the benchmark. */
  bench: text.default('datasets/ruletrek'),
  /** Ids of the instances; null takes all. */
  instances: z.array(InstanceId).min(1).nullable().default(null),
  tasks: z.array(Task).min(1).default([...TASKS]),
  /** Times that each task is tried. */
  repetitions: positiveInteger.default(1),
  /** Of one trial. */
  limits: Limits.default(DEFAULT_LIMITS),
  /** auto: bubblewrap, else unshare; none: no isolation at all. */
  sandbox: z.enum(['auto', ...SANDBOX_KINDS]).default('auto'),
  agent: AgentSection.prefault({}),
  /** The model of chat, pi and cmd; a request waits for nobody here, so there is no maxConcurrent. */
  endpoint: Endpoint.omit({ maxConcurrent: true }).nullable().default(null),
});

export const RunConfig = Sections.superRefine(({ agent, endpoint }, context) => {
  const complain = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
  if (endpoint === null && (agent.kind === 'chat' || agent.kind === 'pi')) complain(['endpoint'], `the agent ${agent.kind} needs a model: give baseUrl and model`);
  if (agent.kind === 'cmd' && agent.command === null) complain(['agent', 'command'], 'the agent cmd needs a command');
  if (agent.kind !== 'chat' && agent.search !== 'none') complain(['agent', 'search'], 'search_rules is a tool of the chat agent alone');
  if (endpoint !== null && agent.maxNewTokens >= endpoint.contextLength) complain(['agent', 'maxNewTokens'], `a reply of ${agent.maxNewTokens} tokens leaves no room in a context of ${endpoint.contextLength}`);
});
export type RunConfig = z.infer<typeof RunConfig>;

/** Whether the agent runs commands; those without a model do not, and need no sandbox. */
export function runsCommands({ agent }: RunConfig): boolean {
  return isSandboxedKind(agent.kind);
}

/** Reads a run's YAML; see `loadYaml` for `extends`, overrides and errors. */
export function loadRunConfig(path: string, overrides: readonly string[] = []): RunConfig {
  return loadYaml(path, RunConfig, overrides);
}
