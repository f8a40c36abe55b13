import { readAction } from '../../../src/methods/agents/action-turns.ts';

it('reads a search', () => {
  const text = 'Thought: the horns are missing\nAction: Search[tiny cat [has] horns]';
  expect(readAction(`${text}\n`)).toEqual({ text, query: 'tiny cat [has] horns', last: false, answer: null });
});

it('reads an answer, and puts it into a box', () => {
  const text = 'Thought: all is known\nAction: Finish[4, bridge]';
  expect(readAction(text)).toEqual({ text, query: null, last: true, answer: `${text}\n\\boxed{4, bridge}` });
});

it('leaves an answer that is boxed already', () => {
  const text = 'Action: Finish[\\boxed{4}]';
  expect(readAction(text).answer).toBe(text);
});

it('drops what the model says in the place of an observation', () => {
  const text = 'Thought: the horns\nAction: Search[cat horns]';
  expect(readAction(`${text}\nObservation: 4 horns\nAction: Finish[4]`)).toMatchObject({ text, query: 'cat horns', last: false });
});

it.each([
  ['no action', 'Thought: the horns are missing'],
  ['an action of another name', 'Action: Lookup[horns]'],
  ['another spelling', 'action: Search[horns]'],
  ['words around the action', 'I would say Action: Search[horns]'],
  ['words behind the action', 'Action: Search[horns] and then finish'],
  ['no closing bracket', 'Action: Search[horns'],
  ['two actions', 'Action: Search[horns]\nAction: Finish[4]'],
  ['a search for nothing', 'Action: Search[ ]'],
  ['a search without words', 'Action: Search[3 + 4]'],
  ['an empty answer', 'Action: Finish[]'],
  ['nothing at all', ''],
])('calls malformed: %s', (_, written) => {
  expect(readAction(written)).toMatchObject({ query: null, last: false, answer: null });
  expect(readAction(written).text).toMatch(/^\(a turn without exactly one line/);
});
