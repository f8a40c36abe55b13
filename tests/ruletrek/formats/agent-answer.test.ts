import { readRiAnswer, readSolveAnswer } from '../../../src/ruletrek/formats/agent-answer.ts';

it('tells nothing, no JSON and another shape apart', () => {
  expect(readRiAnswer(' \n')).toMatchObject({ status: 'no_answer' });
  expect(readRiAnswer('{"nodes": [')).toMatchObject({ status: 'bad_json' });
  expect(readRiAnswer('{"nodes": []}')).toMatchObject({ status: 'bad_json', detail: expect.stringContaining('edges') as string });
  expect(readSolveAnswer('[1, 2]')).toMatchObject({ status: 'bad_json' });
});

it('fills in what may be left out and reads a bare id as a rule', () => {
  const read = readSolveAnswer('{"answer": {"x": null}, "rules": ["tax.a"], "comment": "!"}');
  expect(read).toMatchObject({ status: 'ok', answer: { answer: { x: null }, rules: [{ id: 'tax.a', path: '', quote: '' }], facts: [], steps: [] } });
});

it('refuses an answer that is too long to be matched', () => {
  const nodes = Array.from({ length: 501 }, (_, i) => ({ id: String(i) }));
  expect(readRiAnswer(JSON.stringify({ nodes, edges: [] }))).toMatchObject({ status: 'bad_json' });
});
