import { mergeByEndpoint } from '../../src/ruleworld/merge-endpoint.ts';
import { orderFault, slotFault, slotsOf } from '../../src/ruleworld/merge-slots.ts';
import { mergeByTemplate } from '../../src/ruleworld/merge.ts';
import { questionOfSeed } from '../../src/ruleworld/question.ts';
import type { ChatRequest } from '../../src/endpoint/chat.ts';
import { scaledCounts, WorldSettings } from '../../src/ruleworld/world-config.ts';
import { generateWorld } from '../../src/ruleworld/world.ts';

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

describe('order of sub-questions', () => {
  const variables = [new Set(['A', 'B']), new Set(['C'])];
  const template = 'A chases B. Where does B go? If C is dizzy, what does C lose?';

  it('may be asked in other words, with facts first', () => {
    expect(orderFault(variables, template, 'A chases B and C is dizzy: where does B go, and what does C lose?')).toBeNull();
  });

  it('may not change', () => {
    expect(orderFault(variables, template, 'C is dizzy: what does C lose? And where does B go if A chases B?')).toBe('asks in the order 2, 1, not 1, 2');
  });
});

describe('merging by endpoint', () => {
  const question = questionOfSeed(generateWorld(WorldSettings.parse({ counts: scaledCounts(3_000) }), 'merge-test'), 'multi-rule-4', 'merged');
  const answering = (reply: string) => {
    const asked: ChatRequest[] = [];
    const ask = async (request: ChatRequest): Promise<string> => {
      asked.push(request);
      return reply;
    };
    return { asked, client: { ask } };
  };

  it('takes a rewriting that keeps slots and order, and says so in the provenance', async () => {
    const { asked, client } = answering(` Well: ${question.question.NL}\n`);
    const { question: merged, fault } = await mergeByEndpoint(question, client, 0.5);
    expect(fault).toBeNull();
    const templates = question.provenance.templates.map((template) => `rewritten ${template}`);
    expect(merged).toEqual({
      ...question,
      question: { FOL: question.question.FOL, NL: `Well: ${question.question.NL}` },
      provenance: { ...question.provenance, templates },
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ temperature: 0.5, messages: [{ role: 'system' }, { role: 'user', content: question.question.NL }] });
  });

  it('keeps the text of the template where a slot is lost, and says why', async () => {
    const { question: merged, fault } = await mergeByEndpoint(question, answering('Where does it go?').client, 0);
    expect(merged).toBe(question);
    expect(fault).toMatch(/^lost \[A, /);
  });

  it('keeps it where the sub-questions change places', async () => {
    // The variables of the first sub-question stand last: all slots are there, in another order.
    const first = question.problem.parts[0]?.query.variable;
    const { fault } = await mergeByEndpoint(question, answering(`${question.question.NL} That is ${first}.`).client, 0);
    expect(fault).toMatch(/^asks in the order .*, 1, not 1, /);
  });
});
