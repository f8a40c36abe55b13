/** DynaRule's retrieval as a search of passages, with the shipped model on rules that it knows. */
import { initBackend } from '../../../src/backend/init.ts';
import { UserError } from '../../../src/errors.ts';
import { createEncoder } from '../../../src/encoder/create.ts';
import { dynaruleSearch, rankBy } from '../../../src/ruletrek/agents/search/dynarule-search.ts';
import { loadAnswerer } from '../../../src/rulebook/load-answerer.ts';

const [BASE, ADAPTERS] = ['checkpoints/tiny-base', 'checkpoints/tiny'];

beforeAll(async () => {
  await initBackend();
});

it('ranks the rule that a question needs first, and cuts a query that is too long', async () => {
  const answerer = await loadAnswerer(BASE, ADAPTERS);
  const rules = ['If the crane sleeps, then the lamp is red.', 'If the teacher sings, then the guest gains 3 coins.', 'If the boat sinks, then the baker leaves the market.'];
  const rank = await rankBy(answerer, rules);
  const ranked = await rank('The teacher sings. How many coins does the guest have?', 2);
  expect(ranked).toHaveLength(2);
  expect(ranked[0]!.id).toBe(1);
  expect(ranked[0]!.score).toBeGreaterThan(ranked[1]!.score);
  expect(await rank('the teacher sings '.repeat(2000), 1)).toHaveLength(1);
  answerer.dispose();
});

it('has a fingerprint of its weights, and says what is missing', () => {
  const encoder = createEncoder({ kind: 'hashed', dimensions: 8 });
  expect(dynaruleSearch({ base: BASE, adapters: ADAPTERS, encoder })).toMatchObject({ name: 'dynarule', fingerprint: expect.stringMatching(new RegExp(`^dynarule-[0-9a-f]{16}-${encoder.fingerprint}$`)) });
  expect(() => dynaruleSearch({ base: BASE, adapters: 'checkpoints', encoder })).toThrow(UserError);
});
