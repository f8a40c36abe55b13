/** Acceptance number 5 on chains of rules whose scores are worked out by hand. */
import type { GraphFile } from '../../../src/ruletrek/formats/gold.ts';
import type { TaskFile } from '../../../src/ruletrek/formats/task.ts';
import type { Instance } from '../../../src/ruletrek/instance/read.ts';
import { noiseNumber, widthOf } from '../../../src/ruletrek/verify/noise-number.ts';

/** Rules in a chain; each passes on one value, and the last one's is asked for. */
function chainOf(id: string, rules: number): Instance {
  const ids = Array.from({ length: rules }, (_, i) => `rule-${i}`);
  const nodes = ids.map((rule, i) => ({ id: rule, path: 'guide/x.md', locator: `L${10 * i + 1}-L${10 * i + 6}`, anchor: rule, sha256: '0'.repeat(64), scope: '', version: '', condition: '', consequence: '', text: `The text of ${rule} is this one.` }));
  const graph: GraphFile = { format: 1, depth: rules - 1, nodes, edges: ids.slice(1).map((to, i) => ({ from: ids[i]!, to, type: 'dependency' as const })) };
  const trace = ids.map((rule, i) => ({ rule, name: `value-${i}`, type: 'integer' as const, value: i, reads: [] }));
  const task = { id, answer: [{ name: `value-${rules - 1}`, type: 'integer', description: '' }] } as unknown as TaskFile;
  return { folder: '', task, graph, answer: { [`value-${rules - 1}`]: rules - 1 }, trace, evidence: [], stages: [], documents: new Map([['guide/x.md', nodes.map(({ text }) => text).join('\n')]]) };
}

const instances = Array.from({ length: 20 }, (_, i) => chainOf(`tax-0${10 + i}`, i < 10 ? 3 : 9));

it('is met where one slip in any rule costs everything', () => {
  const { state, text } = noiseNumber(instances);
  expect(text).toMatch(/^one slip scores 0 in 120 of 120 rules; noisy\(0\.1\) E2E <=3: /); // 10 · (3 + 9)
  // .9³ = .729 ± 2.388 · √(.729 · .271 / 1000) = .034, as 3 bands hold at once where each holds with .95^(1/3) = .9830.
  expect(text).toContain('in [69.5, 76.3]');
  expect(state).toBe('met');
  expect(text).toContain('RD − E2E: ');
});

it('names the rules in which a slip leaves points', () => {
  // An answer whose first field is null by right hides every slip; what is left are the rules that were cited.
  const lenient = { ...chainOf('tax-009', 3), answer: {}, task: { id: 'tax-009', answer: [] } as unknown as TaskFile };
  const { state, text } = noiseNumber([...instances, lenient]);
  expect(state).toBe('missed');
  expect(text).toContain('one slip scores 0 in 120 of 123 rules (not in tax-009 rule-0, tax-009 rule-1, tax-009 rule-2)');
});

it('widens bands with their number, so that all hold at once', () => {
  expect(widthOf(1)).toBeCloseTo(1.95996, 4); // the normal distribution's 97.5 %
  expect(widthOf(6)).toBeCloseTo(2.6310, 3); // (1 + .95^(1/6)) / 2 = .995744
});
