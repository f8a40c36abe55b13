/** Who writes rules: a model behind an endpoint, or replies that were recorded. */
import { z } from 'zod';
import type { EndpointConfig } from '../../config/endpoint.ts';
import type { ChatMessage } from '../../endpoint/chat.ts';
import { createChatClient } from '../../endpoint/client.ts';
import { clientSettings } from '../../endpoint/client-settings.ts';
import { openReplyCache } from '../../endpoint/reply-cache.ts';
import { UserError } from '../../errors.ts';
import { randomStream } from '../../random.ts';
import { readDocument } from '../data/document.ts';

export interface Proposer {
  /**
   * The reply to a conversation.
   * @param index counts the replies of a run from 0
   * @throws UserError where no reply is to be had
   */
  propose(messages: readonly ChatMessage[], index: number): Promise<string>;
}

/**
 * A model behind an OpenAI-compatible endpoint; what it answered before is not asked again.
 * @throws UserError where the variable of the API key is not set
 */
export function endpointProposer(endpoint: Omit<EndpointConfig, 'contextLength' | 'maxConcurrent'>, cacheFolder: string): Proposer {
  const { temperature } = endpoint;
  const settings = clientSettings({ ...endpoint, maxConcurrent: 1 });
  const client = createChatClient(settings, { random: randomStream('proposer').next, cache: openReplyCache(cacheFolder) });
  return { propose: (messages) => client.ask({ messages, temperature }) };
}

const Reply = z.object({ reply: z.string() });

/**
 * Replies from a file, `{"reply": "…"}` one a line, in the order in which they are asked for.
 * @throws UserError for a file that cannot be read or has a line of another form
 */
export function recordedProposer(file: string): Proposer {
  const document = readDocument(file);
  const records = document.kind === 'lines' ? document.records : [{ value: document.value, place: 'line 1' }];
  const replies = records.map(({ value, place }) => {
    const reply = Reply.safeParse(value);
    if (reply.success) return reply.data.reply;
    throw UserError.of({ expected: '{"reply": "…"}', got: JSON.stringify(value).slice(0, 80), where: { file, key: place }, fix: 'write one reply a line' });
  });
  return {
    propose: async (_, index) => {
      const reply = replies[index];
      if (reply !== undefined) return reply;
      throw UserError.of({ expected: `a reply with the number ${index + 1}`, got: `${replies.length} replies`, where: { file }, fix: 'record more replies, or ask for fewer rounds or reflections' });
    },
  };
}
