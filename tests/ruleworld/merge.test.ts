import { endpointMerger, type EndpointSettings } from '../../src/ruleworld/merge-endpoint.ts';
import { slotFault, slotsOf } from '../../src/ruleworld/merge-slots.ts';
import { mergeByTemplate } from '../../src/ruleworld/merge.ts';

const parts = [
  { template: '', facts: 'A is a tiny cat.', ask: 'How many horns does A have?' },
  { template: '', facts: '', ask: 'If B enters the bridge, what does B become?' },
];
const separable = [parts[0] as (typeof parts)[number], { template: '', facts: 'B enters the bridge.', ask: 'What does B become?' }];

describe('merging by template', () => {
  it('joins parts in turn', () => {
    expect(mergeByTemplate({ representation: 'NL', parts }, 'in-turn')).toBe(
      'A is a tiny cat. How many horns does A have? If B enters the bridge, what does B become?',
    );
    expect(mergeByTemplate({ representation: 'NL', parts }, 'also')).toContain('have? Also: If B');
  });

  it('puts facts before questions', () => {
    expect(mergeByTemplate({ representation: 'NL', parts: separable }, 'facts-first')).toBe(
      'A is a tiny cat. B enters the bridge. How many horns does A have? What does B become?',
    );
  });

  it('joins formulas', () => {
    const formulas = [
      { template: '', facts: 'Tiny_cat(A).', ask: 'Horn(A) = ?' },
      { template: '', facts: 'Enter(B, Bridge).', ask: 'State(B) = ?' },
    ];
    const merged = (layout: 'in-turn' | 'also' | 'facts-first'): string =>
      mergeByTemplate({ representation: 'FOL', parts: formulas }, layout);
    expect(merged('in-turn')).toBe('Tiny_cat(A). Horn(A) = ? . Enter(B, Bridge). State(B) = ?');
    expect(merged('also')).toBe('Tiny_cat(A). Horn(A) = ? ; Enter(B, Bridge). State(B) = ?');
    expect(merged('facts-first')).toBe('Tiny_cat(A). Enter(B, Bridge). Horn(A) = ? , State(B) = ?');
  });
});

describe('slots', () => {
  it('are variables and vocabulary phrases in their base form', () => {
    expect(slotsOf('If B was chased by C, how many of its 5 strong horns are left?')).toEqual(
      new Set(['B', 'C', 'chase', '5 strong horn']),
    );
  });

  it('may change in order and inflection', () => {
    expect(slotFault('A chases B.', 'When B is being chased by A')).toBeNull();
  });

  it('may not be lost, added or mixed up', () => {
    expect(slotFault('A has 5 horns.', 'A has horns.')).toBe('lost [5 horn], added [horn]');
    expect(slotFault('blue horns and red wings', 'red horns and blue wings')).toBe(
      'lost [blue horn, red wing], added [red horn, blue wing]',
    );
  });
});

describe('merging by endpoint', () => {
  const settings: EndpointSettings = { baseUrl: 'http://localhost:1/v1/', model: 'm', timeout: 1000 };
  const template = 'A chases B. Where does B go?';
  const answering = (body: string, status = 200) => {
    const calls: { url: string; init: RequestInit }[] = [];
    const send = async (url: string, init: RequestInit): Promise<Response> => {
      calls.push({ url, init });
      return new Response(body, { status });
    };
    return { calls, send };
  };
  const completion = (content: string): string => JSON.stringify({ choices: [{ message: { content } }] });

  it('takes a rewriting that keeps the slots', async () => {
    const { calls, send } = answering(completion(' Where does B go once A has chased it?\n'));
    const faults: string[] = [];
    const merger = endpointMerger({ ...settings, apiKey: 'k' }, ({ reason }) => faults.push(reason), send);
    expect(await merger.merge({ template, parts: [] })).toBe('Where does B go once A has chased it?');
    expect(faults).toEqual([]);
    expect(calls[0]?.url).toBe('http://localhost:1/v1/chat/completions');
    expect(JSON.parse(String(calls[0]?.init.body))).toMatchObject({ model: 'm', temperature: 0 });
    expect(calls[0]?.init.headers).toMatchObject({ authorization: 'Bearer k' });
  });

  it('falls back to the template and reports why', async () => {
    const faults: string[] = [];
    const { send } = answering(completion('Where does B go?'));
    const merger = endpointMerger(settings, ({ reason }) => faults.push(reason), send);
    expect(await merger.merge({ template, parts: [] })).toBe(template);
    expect(faults).toEqual(['lost [A, chase], added []']);
  });

  it.each([
    ['an error status', 'no such model', 404, 'status 404: no such model'],
    ['no JSON', '<html>', 200, '<html>'],
    ['JSON of another shape', '{"choices": []}', 200, '{"choices": []}'],
  ])('says so at %s', async (_, body, status, got) => {
    const merger = endpointMerger(settings, () => undefined, answering(body, status).send);
    await expect(merger.merge({ template, parts: [] })).rejects.toThrow(got);
  });

  it('says so where nothing answers', async () => {
    const merger = endpointMerger(settings, () => undefined, () => Promise.reject(new TypeError('fetch failed')));
    await expect(merger.merge({ template, parts: [] })).rejects.toThrow('TypeError: fetch failed');
  });
});
