import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChatRequest } from '../../src/endpoint/chat.ts';
import { openReplyCache } from '../../src/endpoint/reply-cache.ts';

const model = { baseUrl: 'http://localhost:8080/v1', model: 'm' };
const request: ChatRequest = { messages: [{ role: 'user', content: 'Who?' }], temperature: 0, maxTokens: 5 };
let folder = '';
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'replies-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const files = (): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.json'));
const only = (): string => join(folder, files()[0] ?? '');

describe('openReplyCache', () => {
  it('finds what it has kept, and nothing else', () => {
    openReplyCache(folder).write(model, request, ' A.\n');
    const cache = openReplyCache(folder);
    expect(cache.read(model, request)).toBe(' A.\n');
    expect(cache.read({ ...model, baseUrl: 'http://localhost:8081/v1' }, request)).toBeNull();
    expect(cache.read(model, { ...request, temperature: 0.6 })).toBeNull();
  });

  it('writes a file that can be read alone', () => {
    openReplyCache(folder).write(model, request, 'A.');
    expect(files()).toHaveLength(1);
    expect(JSON.parse(readFileSync(only(), 'utf8'))).toEqual({
      baseUrl: model.baseUrl,
      request: { model: 'm', messages: [{ role: 'user', content: 'Who?' }], temperature: 0, max_tokens: 5 },
      reply: 'A.',
    });
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, -10)],
    ['without a reply', (text: string) => text.replace('"reply"', '"answer"')],
    ["another request's", (text: string) => text.replace('Who?', 'Where?')],
  ])('refuses a file that is %s, and says to delete it', (_, damage) => {
    const cache = openReplyCache(folder);
    cache.write(model, request, 'A.');
    writeFileSync(only(), damage(readFileSync(only(), 'utf8')));
    expect(() => cache.read(model, request)).toThrow(/\.json: expected a kept reply .*\n.*\n {2}fix: delete this file/);
    expect(() => cache.read(model, request)).toThrow(only());
  });
});
