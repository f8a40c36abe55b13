/** What `/v1/chat/completions` takes, and what of OpenAI's protocol it does not. */
import { z } from 'zod';
import { ApiError, checked } from './api-error.ts';

const Text = z.union([z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() })).min(1)]);

const Message = z.looseObject({ role: z.enum(['system', 'developer', 'user', 'assistant']), content: Text });

const tokens = z.int().min(1).nullish();

const ChatBody = z.looseObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  max_tokens: tokens,
  max_completion_tokens: tokens,
  n: z.literal(1, 'only one answer is given to a question').nullish(),
});

/** Would change the answer, and is not done: better refused than ignored. */
const NOT_SUPPORTED = ['tools', 'functions', 'response_format', 'logprobs', 'stop', 'audio', 'modalities'];

export interface ChatAsked {
  readonly model: string;
  /** The last message of the user: each question is answered by itself. */
  readonly question: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** Tokens of the answer, where the request says how many. */
  readonly maxNewTokens: number | null;
}

/** @throws ApiError 400 for a malformed body and for what is not supported */
export function chatAsked(body: unknown): ChatAsked {
  const chat = checked(ChatBody, body);
  const refused = NOT_SUPPORTED.find((name) => Boolean(chat[name]));
  if (refused !== undefined) throw new ApiError(400, 'unsupported', `${refused} is not supported`, { param: refused });
  const last = chat.messages.findLast(({ role }) => role === 'user');
  const question = last === undefined ? '' : textOf(last.content).trim();
  if (question === '') throw new ApiError(400, 'bad_request', 'expected a message of the user with a question', { param: 'messages' });
  return {
    model: chat.model,
    question,
    stream: chat.stream ?? false,
    includeUsage: chat.stream_options?.include_usage ?? false,
    maxNewTokens: chat.max_completion_tokens ?? chat.max_tokens ?? null,
  };
}

function textOf(content: z.infer<typeof Text>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}
