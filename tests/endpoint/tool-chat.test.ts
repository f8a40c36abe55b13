/** Requests and replies with tool calls, and a request that is given up. */
import { createToolClient, type ToolRequest } from '../../src/endpoint/tool-chat.ts';
import { completion, silence, startFakeServer, status, type FakeAnswer, type FakeServer } from './fake-server.ts';

let server: FakeServer;
afterEach(() => server.close());

async function clientFor(...answers: readonly FakeAnswer[]) {
  server = await startFakeServer(...answers);
  const settings = { baseUrl: server.baseUrl, model: 'm', apiKey: null, timeout: 5000, retries: 3 };
  return createToolClient(settings, { random: () => 0.5, report: () => undefined });
}

const request: ToolRequest = {
  messages: [
    { role: 'user', content: 'Go.' },
    { role: 'assistant', content: '', calls: [{ id: 'c1', name: 'read', arguments: '{}' }] },
    { role: 'tool', callId: 'c1', content: 'text' },
    { role: 'assistant', content: 'Well.', calls: [] },
  ],
  tools: [{ name: 'read', description: 'Read.', parameters: { type: 'object' } }],
  temperature: 0,
  maxTokens: 9,
};

it('speaks in the names of the API', async () => {
  const message = { role: 'assistant', content: null, tool_calls: [{ id: 'c2', type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } }] };
  const client = await clientFor(status(200, JSON.stringify({ choices: [{ message }], usage: { prompt_tokens: 5, completion_tokens: 6 } })));
  expect(await client.ask(request)).toEqual({ text: '', calls: [{ id: 'c2', name: 'read', arguments: '{"path":"a"}' }], tokens: { prompt: 5, completion: 6 } });
  expect(server.requests[0]?.body).toEqual({
    model: 'm',
    messages: [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 'c1', content: 'text' },
      { role: 'assistant', content: 'Well.' },
    ],
    tools: [{ type: 'function', function: { name: 'read', description: 'Read.', parameters: { type: 'object' } } }],
    temperature: 0,
    max_tokens: 9,
  });
});

it('takes a reply without calls and without counts', async () => {
  const client = await clientFor(completion('Done.'));
  expect(await client.ask(request)).toEqual({ text: 'Done.', calls: [], tokens: null });
});

it.each([
  ['while it waits for a reply', silence],
  ['while it waits for another attempt', status(503, 'busy', { 'retry-after': '60' })],
])('is given up %s', async (_, answer) => {
  const client = await clientFor(answer);
  const controller = new AbortController();
  setTimeout(() => controller.abort(new Error('enough')), 200);
  await expect(client.ask({ ...request, signal: controller.signal })).rejects.toThrow('enough');
  expect(server.requests).toHaveLength(1);
});
