/** What is told of a set, counted by hand. */
import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { resultOf } from '../../../src/nesys/tables/published-results.ts';
import { summariseSets } from '../../../src/nesys/tables/set-summary.ts';
import { question, setOf } from '../questions.ts';

// Nothing can be gained on dev, so that both weights stay at 1.
const DEV = [question([-1, -2], [null, null])];
// γ = 1; the neural model answers 0, 0, 0 and 1, the first rule turns the first three to 1, the second rule changes nothing.
const TEST = [
  question([-1, -2], [[-1, 1], null], 1, 'search'),
  question([-1, -2], [[-1, 1], [0, 0]], 0, 'search'),
  question([-1, -2, -9], [[-1, 1, 0], [0.5, 0.5, 0]], 2, 'click_item'),
  question([-2, -1], [null, [0, 0.5]], 1, 'click_item'),
];

function summaries(test: readonly ScoredQuestion[] | null, ids: readonly string[] | null = null) {
  const named = (questions: readonly ScoredQuestion[], file: string) => ({ ...setOf(questions, file), ruleIds: ids });
  const tested = test === null ? null : named(test, 'test.json');
  const pair = { environment: 'webshop', model: 'llama', dev: named(DEV, 'dev.json'), test: tested, neuralTest: tested, missing: [] } as const;
  return summariseSets([resultOf(pair, { scale: '1', clip: false })], '1');
}

describe('the summary of a set', () => {
  const [test, dev] = summaries(TEST);

  it('has right answers and flips by column, and of all questions', () => {
    expect([test, dev].map((set) => [set?.backbone, set?.split, set?.file])).toEqual([['Llama3.2-1B', 'test', 'test.json'], ['Llama3.2-1B', 'dev', 'dev.json']]);
    expect(test!.columns.filter(({ questions }) => questions > 0)).toEqual([
      { title: 'Search', questions: 2, right: { neural: 1, rules: 1, nesys: 1 }, flips: { better: 1, worse: 1, neither: 0 } },
      { title: 'Layout', questions: 2, right: { neural: 1, rules: 1, nesys: 1 }, flips: { better: 0, worse: 0, neither: 1 } },
      { title: 'average', questions: 4, right: { neural: 2, rules: 2, nesys: 2 }, flips: { better: 1, worse: 1, neither: 1 } },
    ]);
  });

  it('has where each rule fires, its weights, and what it decided', () => {
    const elsewhere = { Detail: 0, Decision: 0, 'Page Change': 0, Other: 0 };
    expect(test!.rules).toEqual([
      { rule: 0, id: null, weight: 1, weightAlone: 1, fires: 3, firesIn: { Search: 2, Layout: 1, ...elsewhere }, decided: { better: 1, worse: 1, neither: 1 } },
      // Scores of 0 are silence, and equal ones decide nothing.
      { rule: 1, id: null, weight: 1, weightAlone: 1, fires: 2, firesIn: { Search: 0, Layout: 2, ...elsewhere }, decided: { better: 0, worse: 0, neither: 0 } },
    ]);
    expect(summaries(TEST, ['pays', 'gains'])[0]!.rules.map(({ id }) => id)).toEqual(['pays', 'gains']);
  });

  it('has the neural model alone where there are no scores of rules', () => {
    const neuralTest = { ...setOf(TEST.map((asked) => ({ ...asked, scores: [] })), 'texts.json') };
    const pair = { environment: 'webshop', model: 'llama', dev: setOf(DEV), test: null, neuralTest, missing: ['test.json'] } as const;
    const [only] = summariseSets([resultOf(pair, { scale: '1', clip: false })], '1');
    expect(only).toMatchObject({ split: 'test', file: 'texts.json', rules: [] });
    expect(only!.columns.at(-1)).toEqual({ title: 'average', questions: 4, right: { neural: 2, rules: null, nesys: null }, flips: null });
  });
});
