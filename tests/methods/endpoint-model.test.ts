/** A model behind an endpoint as prompting methods see it; the client answers from a script. */
import { Endpoint, type EndpointConfig } from '../../src/config/endpoint.ts';
import type { ChatRequest } from '../../src/endpoint/chat.ts';
import type { ChatClient } from '../../src/endpoint/client.ts';
import { chatPrompt } from '../../src/methods/chat-template.ts';
import { endpointFingerprint, endpointModel } from '../../src/methods/endpoint-model.ts';
import type { MethodInput } from '../../src/methods/method.ts';
import { promptingMethod } from '../../src/methods/prompting.ts';
import { estimateTokens } from '../../src/methods/token-estimate.ts';
import { fakeQuestion, fakeRules } from '../evaluation/support.ts';

const settings = { baseUrl: 'http://localhost:8080/v1', model: 'm', temperature: 0.6, contextLength: 1000 };
const config = (changes: Partial<EndpointConfig> = {}): EndpointConfig => Endpoint.parse({ ...settings, ...changes });

/** Answers with the message's last line; what it was asked is kept. */
function scriptedClient(): ChatClient & { readonly asked: ChatRequest[] } {
  const asked: ChatRequest[] = [];
  return {
    asked,
    ask: async (request) => {
      asked.push(request);
      return request.messages[0]?.content.split('\n').at(-1) ?? '';
    },
  };
}

describe('chatPrompt', () => {
  it('explains how answers are written, then gives rules and question', () => {
    const prompt = chatPrompt('How many?', ['r1', 'r2']);
    expect(prompt).toMatch(/\[Step\][^]*separated by commas[^]*\\boxed\{\}[^]*\n\nRules:\nr1\nr2\n\nQuestion: How many\?$/);
    expect(chatPrompt('How many?', [])).toMatch(/deeply dizzy\}\n\nQuestion: How many\?$/);
  });
});

describe('endpointModel', () => {
  it('asks each prompt as a message of the user', async () => {
    const client = scriptedClient();
    expect(await endpointModel(config(), client).complete(['a\nb', 'c'], 7)).toEqual(['b', 'c']);
    expect(client.asked).toEqual(['a\nb', 'c'].map((content) => ({ messages: [{ role: 'user', content }], temperature: 0.6, maxTokens: 7 })));
  });

  it('lets what is in flight come to its end before it fails', async () => {
    let finish = (_text: string): void => undefined;
    const slow = new Promise<string>((done) => (finish = done));
    let ended = false;
    const client: ChatClient = {
      ask: ({ messages }) => (messages[0]?.content === 'slow' ? slow.then((text) => ((ended = true), text)) : Promise.reject(new Error('refused'))),
    };
    const attempt = endpointModel(config(), client).complete(['slow', 'fails'], 7).catch((error: Error) => [error.message, ended]);
    await new Promise(setImmediate);
    finish('late');
    expect(await attempt).toEqual(['refused', true]);
  });

  it('cuts rules by estimated tokens, and says that they are estimates', async () => {
    const rules = fakeRules(20);
    const input: MethodInput = { question: fakeQuestion('q', 'single-rule', [[3]]), representation: 'NL', pool: [7, 3] };
    // 64 tokens are kept free around the message, and 8 for the answer.
    const exact = estimateTokens(chatPrompt('question q', ['rule 7', 'rule 3'])) + 64 + 8;
    const answer = async (contextLength: number) => (await promptingMethod(endpointModel(config({ contextLength }), scriptedClient()), rules, 8).answer([input]))[0];
    expect(await answer(exact)).toEqual({
      text: 'Question: question q',
      prompt: chatPrompt('question q', ['rule 7', 'rule 3']),
      promptTokens: exact - 72,
      promptTokensEstimated: true,
      promptCut: 0,
      rulesGiven: 2,
      retrievedPerStep: [],
    });
    expect(await answer(exact - 1)).toMatchObject({ promptCut: 1, rulesGiven: 1, prompt: chatPrompt('question q', ['rule 7']) });
  });
});

describe('endpointFingerprint', () => {
  it('changes with what decides answers, and with nothing else', () => {
    const known = endpointFingerprint(config());
    const others = [{ baseUrl: 'http://localhost:8081/v1' }, { model: 'n' }, { temperature: 0 }, { contextLength: 999 }];
    expect(new Set([known, ...others.map((other) => endpointFingerprint(config(other)))]).size).toBe(5);
    expect(endpointFingerprint(config({ apiKeyVariable: 'KEY', timeout: 1, retries: 0, maxConcurrent: 1 }))).toBe(known);
  });
});
