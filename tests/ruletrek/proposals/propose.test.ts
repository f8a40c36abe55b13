/** Proposals of a model at a stand-in endpoint: what is taken, what is not, and a benchmark that is built from them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run as build } from '../../../pipelines/ruletrek-build.ts';
import { run as propose } from '../../../pipelines/ruletrek-propose.ts';
import type { ProposalsFile } from '../../../src/ruletrek/proposals/file.ts';
import { checkedIntroduction, checkedSubScenario } from '../../../src/ruletrek/proposals/check.ts';
import { openPack } from '../../../src/ruletrek/packs/registry.ts';
import { TAX_PACK } from '../../../src/ruletrek/packs/tax/pack.ts';
import { completion, startFakeServer, status, type FakeAnswer, type FakeServer } from '../../endpoint/fake-server.ts';

const root = mkdtempSync(join(tmpdir(), 'ruletrek-proposals-'));
const output = join(root, 'proposals.json');
let server: FakeServer;

afterEach(() => server.close());
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** Answers as an obliging model would: the introduction with a word exchanged, the example with other cents. */
const obliging: FakeAnswer = (response, request) => {
  const prompt = request.body.messages[0]!.content;
  const example = /A case as an example:\n(.*)\n/.exec(prompt)?.[1];
  const reply = example === undefined ? TAX_PACK.introduction.replace('belong to', 'are those of') : `Here it is:\n${example.replaceAll(/(\d{3,})\.\d\d"/g, '$1.37"')}`;
  completion(reply)(response, request);
};

async function proposed(...answers: readonly FakeAnswer[]): Promise<{ file: ProposalsFile; text: string }> {
  server = await startFakeServer(...answers);
  return ask();
}

async function ask(): Promise<{ file: ProposalsFile; text: string }> {
  const lines: string[] = [];
  const endpoint = { baseUrl: server.baseUrl, model: 'large', apiKeyVariable: null };
  const file = await propose({ output, packs: ['tax'], introductions: 1, subScenarios: 1, endpoint, root, print: (line) => lines.push(line) });
  return { file, text: lines.join('\n') };
}

it('keeps what the checks let through, and builds verified instances of it', async () => {
  const { file, text } = await proposed(obliging);
  const own = file.packs[0]!;
  expect(own.introductions).toEqual([TAX_PACK.introduction.replace('belong to', 'are those of')]);
  // One request for the introduction and one for each rule that binds alone; amounts with other cents leave most rules as they were.
  const hopeless = text.match(/it does not bind alone/g) ?? [];
  expect(hopeless.length).toBeLessThan(5);
  expect(server.requests).toHaveLength(1 + TAX_PACK.set.rules.length - hopeless.length);
  expect(own.subScenarios.length).toBeGreaterThan(TAX_PACK.set.rules.length / 2);
  expect(text).toMatch(/tax: introductions: 1 of 1 taken\n[^]*tax: sub-scenarios: \d+ of \d+ taken\n/);

  const order = { seed: 'test', count: 4, packs: ['tax'], proposals: output, print: () => undefined };
  const manifest = await build({ ...order, output: join(root, 'bench') });
  expect(manifest.proposals).toBe(manifest.files['proposals.json']);
  const read = (path: string): string => readFileSync(join(root, 'bench', path), 'utf8');
  const questions = manifest.instances.map(({ id }) => (JSON.parse(read(`instances/${id}/task.json`)) as { question: string }).question);
  expect(questions.some((question) => question.startsWith(own.introductions[0]!))).toBe(true);
  expect(manifest.instances.flatMap(({ id }) => read(`instances/${id}/gold/stages.json`).match(/\d{3,}\.37"/g) ?? []).length).toBeGreaterThan(0);
  const again = await build({ ...order, proposals: join(root, 'bench', 'proposals.json'), output: join(root, 'again') });
  expect(again.files).toEqual(manifest.files);
});

it('asks nothing twice, and takes nothing from a model that does not keep to the form', async () => {
  const { file, text } = await proposed(completion('I am sorry, but I cannot help with taxes.'));
  const { length } = server.requests;
  expect((await ask()).file).toEqual(file);
  expect(server.requests).toHaveLength(length);
  expect(file.packs[0]).toMatchObject({ introductions: [], subScenarios: [] });
  expect(text).toContain('no JSON list of records');
});

it('ends with the error of the endpoint, and leaves no file', async () => {
  rmSync(join(root, 'endpoint-cache'), { recursive: true, force: true });
  rmSync(output, { force: true });
  await expect(proposed(status(401, '{"error": "no key"}'))).rejects.toThrow('401');
  expect(() => readFileSync(output)).toThrow('ENOENT');
});

it('refuses a file of another version of a pack, and one that is none', async () => {
  server = await startFakeServer(obliging);
  const wrong = join(root, 'wrong.json');
  const order = { seed: 'test', count: 1, packs: ['tax'], proposals: wrong, output: join(root, 'none'), print: () => undefined };
  writeFileSync(wrong, JSON.stringify({ format: 1, model: 'm', packs: [{ pack: 'tax', sha256: '0'.repeat(64), introductions: [], subScenarios: [] }] }));
  await expect(build(order)).rejects.toThrow('proposals for this version of the pack tax');
  writeFileSync(wrong, '{"format": 1}');
  await expect(build(order)).rejects.toThrow(wrong);
});

describe('an introduction', () => {
  const own = 'Records of 2024 do not count.\nAmounts of the kind `given` are stated to the cent.';
  const second = 'Amounts of the kind `given` are stated to the cent.';
  it.each([
    ['is taken in other words', `For the records of 2024: they do not matter.\nThe kind \`given\` has amounts that are stated to a cent.`, null],
    ['must keep its lines', 'Records of 2024 do not count.', '1 lines, expected 2'],
    ['must keep numbers', `Records of 2025 do not count.\n${second}`, 'other numbers'],
    ['must keep terms', 'Records of 2024 do not count.\nAmounts of the kind `taken` are stated to the cent.', 'other terms'],
    ['must not say the contrary', `Records of 2024 do count.\n${second}`, 'says no'],
    ['must keep its words', `Papers of 2024 do not matter.\n${second}`, 'too few of its words'],
    ['must be another', own, 'the same words'],
  ])('%s', async (_, reply, fault) => {
    server = await startFakeServer(obliging);
    const checked = checkedIntroduction(own, reply);
    if (fault === null) expect(checked).toEqual({ taken: reply });
    else expect(checked).toEqual({ refused: expect.stringContaining(fault) as string });
  });
});

describe('a sub-scenario', () => {
  it.each([
    ['of an unknown kind', '[{"subject": "x-1", "kind": "spaceship", "fields": {}}]', 'no kind spaceship'],
    ['with an unknown field', '[{"subject": "w2-1", "kind": "w2", "fields": {"colour": "red"}}]', 'w2 has no field colour'],
    ['with a value of another type', '[{"subject": "w2-1", "kind": "w2", "fields": {"wages": "plenty"}}]', '"plenty" is no money'],
    ['with a subject twice', '[{"subject": "w2-1", "kind": "w2", "fields": {}}, {"subject": "w2-1", "kind": "w2", "fields": {}}]', 'a subject twice'],
    ['with a given value of its own subject', '[{"subject": "w2-1", "kind": "given", "fields": {}}]', 'given values'],
    ['by which the rule does not bind', '[{"subject": "w2-9", "kind": "w2", "fields": {}}]', 'the rule does not bind'],
  ])('%s is refused', async (_, reply, fault) => {
    server = await startFakeServer(obliging);
    const { pack, engine } = await openPack(TAX_PACK);
    expect(checkedSubScenario(pack, engine, engine.ordered[0]!, reply)).toEqual({ refused: expect.stringContaining(fault) as string });
  });
});
