/** Questions about rules in the words of a chat model behind an endpoint, where one is given. */
import { join } from 'node:path';
import type { EndpointConfig } from '../../config/endpoint.ts';
import { createChatClient, type ChatClient } from '../../endpoint/client.ts';
import { clientSettings } from '../../endpoint/client-settings.ts';
import { openReplyCache } from '../../endpoint/reply-cache.ts';
import { randomStream } from '../../random.ts';
import type { OwnRule } from '../rule.ts';
import type { OwnQuestion } from './own-question.ts';
import { checkedQuestions, nearestPremises, questionPrompt, type NearestPremises } from './reply.ts';

/** Questions that are asked for about each rule; the last of those that can be used measures, where there are several. */
const ASKED = 4;
/** Tokens of a reply. */
const REPLY_TOKENS = 400;

/** Replies are kept in `endpoint-cache` below `runs`, so that nothing is asked twice. @throws UserError as the client does */
export function questionClient(endpoint: EndpointConfig, runs: string): ChatClient {
  return createChatClient(clientSettings(endpoint), { random: randomStream('questions').next, cache: openReplyCache(join(runs, 'endpoint-cache')) });
}

/** @param rules of which none shares its premise with another: a question about one would be about both */
export async function endpointQuestions(rules: readonly OwnRule[], client: ChatClient, temperature: number): Promise<OwnQuestion[]> {
  const nearest = nearestPremises(rules);
  const asked = rules.map(async (rule) => {
    const reply = await client.ask({ messages: questionPrompt(rule, ASKED), temperature, maxTokens: REPLY_TOKENS });
    return questionsOf(reply, rule, nearest);
  });
  await Promise.allSettled(asked); // what is answered meanwhile is kept, even where one request fails
  return (await Promise.all(asked)).flat();
}

function questionsOf(reply: string, rule: OwnRule, nearest: NearestPremises): OwnQuestion[] {
  const texts = checkedQuestions(reply, rule, nearest);
  return texts.map((text, at): OwnQuestion => {
    const split = at > 0 && at === texts.length - 1 ? 'test' : 'train';
    return { id: `${rule.id}/endpoint/${at + 1}`, split, text, rules: [rule.id], by: 'endpoint' };
  });
}
