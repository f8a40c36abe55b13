import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointProposer } from '../../../src/nesys/induction/proposer.ts';
import { completion, startFakeServer } from '../../endpoint/fake-server.ts';

it('asks a model behind an endpoint, and keeps what it answered', async () => {
  const server = await startFakeServer(completion('def rule_x'));
  const endpoint = { baseUrl: server.baseUrl, model: 'm', apiKeyVariable: null, temperature: 0, timeout: 30, retries: 0 };
  const folder = mkdtempSync(join(tmpdir(), 'proposer-'));
  const messages = [{ role: 'user', content: 'Write a rule.' }] as const;
  const proposer = endpointProposer(endpoint, folder);
  expect(await proposer.propose(messages, 0)).toBe('def rule_x');
  expect(await endpointProposer(endpoint, folder).propose(messages, 5)).toBe('def rule_x');
  expect(server.requests.map(({ body }) => body.messages)).toEqual([messages]);
  await server.close();
});
