/** Chat with tools (function calling) behind an OpenAI-compatible endpoint: the requests and replies of an agent. */
import { z } from 'zod';
import { postUntilAnswered, type ClientSettings, type ClientWorld } from './client.ts';

/** A call that the model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it, which may be none. */
  readonly arguments: string;
}

export type ToolMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly callId: string; readonly content: string };

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly parameters: object;
}

export interface ToolRequest {
  readonly messages: readonly ToolMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly temperature: number;
  readonly maxTokens: number;
  readonly signal?: AbortSignal;
}

export interface ToolReply {
  /** '' where the model calls tools without a word. */
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** As the endpoint counted; null where it says nothing. */
  readonly tokens: { readonly prompt: number; readonly completion: number } | null;
}

export interface ToolClient {
  /** @throws UserError as ChatClient.ask does; what `signal` was aborted with, where it was */
  ask(request: ToolRequest): Promise<ToolReply>;
}

const Call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string().default('') }) });
const Completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish(), tool_calls: z.array(Call).nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() }).nullish(),
});

/** Nothing is cached, since an agent's next request depends on what its tools returned; nothing waits, since each agent asks once at a time. */
export function createToolClient(settings: Omit<ClientSettings, 'maxConcurrent'>, world: ClientWorld): ToolClient {
  return {
    ask: ({ signal, ...request }) => {
      const post = { body: toolRequestBody(settings.model, request), read: readReply };
      return postUntilAnswered(settings, world, signal === undefined ? post : { ...post, signal });
    },
  };
}

/** Body of a request, in the names of the API. */
export function toolRequestBody(model: string, { messages, tools, temperature, maxTokens }: Omit<ToolRequest, 'signal'>): object {
  const functions = tools.map((tool) => ({ type: 'function', function: tool }));
  return { model, messages: messages.map(wireMessage), tools: functions, temperature, max_tokens: maxTokens };
}

function wireMessage(message: ToolMessage): object {
  switch (message.role) {
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.content };
    case 'assistant': {
      const { content, calls } = message;
      const wire = calls.map(({ id, name, arguments: text }) => ({ id, type: 'function', function: { name, arguments: text } }));
      return { role: 'assistant', content, ...(wire.length === 0 ? {} : { tool_calls: wire }) };
    }
    default:
      return message;
  }
}

function readReply(body: unknown): ToolReply | null {
  const parsed = Completion.safeParse(body);
  if (!parsed.success) return null;
  const { choices, usage } = parsed.data;
  const message = choices[0]!.message;
  const calls = (message.tool_calls ?? []).map((call) => ({ id: call.id, ...call.function }));
  const tokens = usage === null || usage === undefined ? null : { prompt: usage.prompt_tokens, completion: usage.completion_tokens };
  return { text: message.content ?? '', calls, tokens };
}
