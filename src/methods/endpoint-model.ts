/** A chat model behind an endpoint as the model that prompting methods ask. */
import { join } from 'node:path';
import type { EndpointConfig } from '../config/endpoint.ts';
import { createChatClient, type ChatClient } from '../endpoint/client.ts';
import { clientSettings } from '../endpoint/client-settings.ts';
import { openReplyCache } from '../endpoint/reply-cache.ts';
import { randomStream } from '../random.ts';
import { CHAT_TEMPLATE_VERSION, chatPrompt } from './chat-template.ts';
import { fingerprint } from '../files/fingerprint.ts';
import type { TextModel } from './text-model.ts';
import { estimateTokens, TOKEN_ESTIMATE_VERSION } from './token-estimate.ts';

/** Tokens kept free for what the endpoint puts around a message: marks of roles, a default system message. */
const AROUND_A_MESSAGE = 64;

/**
 * The configured endpoint; replies are kept in `endpoint-cache` beside the run folders.
 *
 * @throws UserError where the variable of the API key is not set
 */
export function openEndpointModel(endpoint: EndpointConfig, runs: string): TextModel {
  const cache = openReplyCache(join(runs, 'endpoint-cache'));
  return endpointModel(endpoint, createChatClient(clientSettings(endpoint), { random: randomStream('endpoint').next, cache }));
}

/** What decides answers beside the prompts; not how patiently the endpoint is asked. */
export function endpointFingerprint({ baseUrl, model, temperature, contextLength }: EndpointConfig): string {
  return fingerprint([baseUrl, model, temperature, contextLength, CHAT_TEMPLATE_VERSION, TOKEN_ESTIMATE_VERSION]);
}

/** Each prompt is one message of the user. */
export function endpointModel(
  { contextLength, temperature }: Pick<EndpointConfig, 'contextLength' | 'temperature'>,
  client: ChatClient,
): TextModel {
  const ask = (prompt: string, maxTokens: number): Promise<string> =>
    client.ask({ messages: [{ role: 'user', content: prompt }], temperature, maxTokens });
  return {
    contextLength: contextLength - AROUND_A_MESSAGE,
    countTokens: estimateTokens,
    tokensEstimated: true,
    followsInstructions: true,
    prompt: chatPrompt,
    complete: (prompts, maxNewTokens) => allOf(prompts.map((prompt) => ask(prompt, maxNewTokens))),
  };
}

/** All results, or the first error, once nothing is in flight any more: what is answered meanwhile is kept. */
async function allOf<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}
