/**
 * The reference agent: a chat model behind an OpenAI-compatible endpoint that calls tools until it has nothing more to call.
 * The model is asked from outside the sandbox, so that neither its address nor its key is ever inside.
 */
import type { ToolClient, ToolMessage, ToolReply } from '../../../endpoint/tool-chat.ts';
import { UserError } from '../../../errors.ts';
import { FINISHED, stepLimit, timeLimit, type Agent, type AgentEnd, type AgentTrial } from '../agent.ts';
import { fitMessages } from './fit.ts';
import { shownResult, toolRunner, TrialEnd } from './run-tool.ts';
import { callTool, toolDefinition, type Tool } from './tools.ts';

export interface ChatAgentOptions {
  readonly name: string;
  readonly client: ToolClient;
  readonly temperature: number;
  /** Tokens of the model's context, and of one reply in it. */
  readonly contextLength: number;
  readonly maxNewTokens: number;
  /** The tools of one trial; some keep an index of its files. */
  readonly tools: (trial: AgentTrial) => readonly Tool[];
  readonly identity: object;
}

const SYSTEM = 'You work in a folder of files with the given tools. Work step by step, check what you have read, and finish by writing answer.json.';
/** Said once where the model stops before there is an answer. */
const REMINDER = 'There is no answer.json yet. Go on, and write it with the write tool.';

export function chatAgent(options: ChatAgentOptions): Agent {
  return { name: options.name, identity: options.identity, run: (trial) => converse(options, trial).catch((error: unknown) => endOf(error, trial)) };
}

async function converse(options: ChatAgentOptions, trial: AgentTrial): Promise<AgentEnd> {
  const tools = options.tools(trial);
  const messages: ToolMessage[] = [];
  const say = (role: 'system' | 'user', content: string): void => {
    messages.push({ role, content });
    trial.log.record({ kind: 'message', role, text: content });
  };
  say('system', SYSTEM);
  say('user', trial.prompt);
  for (let reminded = false; ; ) {
    const reply = await ask(options, tools, messages, trial);
    messages.push({ role: 'assistant', content: reply.text, calls: reply.calls });
    if (reply.calls.length > 0) {
      if (!(await answerCalls(reply, tools, messages, trial))) return stepLimit(trial.limits);
    } else {
      if (reminded || (await hasAnswer(trial))) return FINISHED;
      reminded = true;
      say('user', REMINDER);
    }
  }
}

async function ask(options: ChatAgentOptions, tools: readonly Tool[], messages: readonly ToolMessage[], trial: AgentTrial): Promise<ToolReply> {
  const { client, temperature, contextLength, maxNewTokens } = options;
  const fitted = fitMessages(messages, contextLength - maxNewTokens);
  const reply = await client.ask({ messages: fitted, tools: tools.map(toolDefinition), temperature, maxTokens: maxNewTokens, signal: trial.signal });
  if (reply.tokens !== null) trial.log.record({ kind: 'tokens', ...reply.tokens });
  if (reply.text !== '') trial.log.record({ kind: 'message', role: 'assistant', text: reply.text });
  return reply;
}

/** Uses the tools of a reply, one step each; false where a call is left for which there is no step. */
async function answerCalls(reply: ToolReply, tools: readonly Tool[], messages: ToolMessage[], trial: AgentTrial): Promise<boolean> {
  const { log, limits } = trial;
  for (const { id, name, arguments: text } of reply.calls) {
    if (log.steps() >= limits.steps) return false;
    log.record({ kind: 'tool_call', step: log.steps() + 1, tool: name, arguments: text });
    const { output, failed } = await callTool(tools, name, text, toolRunner(trial));
    log.record({ kind: 'tool_result', step: log.steps(), output, failed });
    messages.push({ role: 'tool', callId: id, content: shownResult(output) });
  }
  return true;
}

async function hasAnswer(trial: AgentTrial): Promise<boolean> {
  return !(await toolRunner(trial)({ command: ['test', '-e', 'answer.json'] })).failed;
}

/** Ends of a trial that come as errors; any other error is a defect of ours. */
function endOf(error: unknown, { signal, limits }: AgentTrial): AgentEnd {
  if (error instanceof TrialEnd) return error.end;
  if (signal.aborted) return timeLimit(limits);
  if (error instanceof UserError) return { status: 'infra_error', detail: error.message };
  throw error;
}
