/** Findings on made-up results: what must be found, and what must not. */
import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { accuracyInterval, accuracyRange, gainOf, gainText } from '../../../src/nesys/intervals.ts';
import { paperTables } from '../../../src/nesys/tables/paper-layout.ts';
import { clipLines } from '../../../src/nesys/tables/clipping.ts';
import { devRowLines, devRows } from '../../../src/nesys/tables/dev-rows.ts';
import { gainTable } from '../../../src/nesys/tables/gains.ts';
import { gammaLines, gammaTable } from '../../../src/nesys/tables/gamma.ts';
import { oddityTable } from '../../../src/nesys/tables/oddities.ts';
import { resultOf, type PublishedResult } from '../../../src/nesys/tables/published-results.ts';
import { orderTable, ruleOrders } from '../../../src/nesys/tables/rule-order.ts';
import { question, randomQuestions, setOf } from '../questions.ts';

/** Right and total of each label, as questions of two choices. */
function questionsOf(counts: Readonly<Record<string, readonly [number, number]>>): ScoredQuestion[] {
  return Object.entries(counts).flatMap(([label, [right, total]]) =>
    Array.from({ length: total }, (_, i) => question([-1, -2], [[0, 0]], i < right ? 0 : 1, label)),
  );
}

// The paper's WebShop row of Llama's neural model is .0, 52.9, 19.2, 50.0, 12.4, 100.0; average 45.9.
const LIKE_PAPER = { search: [0, 73], click_item: [18, 34], click_nav: [5, 26], click_buy_now: [157, 314], click_change_page: [11, 89], click_other: [102, 102] } as const;
const OTHERWISE = { search: [1, 73], click_item: [18, 34], click_nav: [5, 26], click_buy_now: [157, 314], click_change_page: [11, 89], click_other: [102, 102] } as const;

function result(dev: readonly ScoredQuestion[], test: readonly ScoredQuestion[] | null): PublishedResult {
  const testSet = test === null ? null : setOf(test, 'test.json');
  const pair = { environment: 'webshop', model: 'llama', dev: setOf(dev, 'dev.json'), test: testSet, neuralTest: testSet, missing: test === null ? ['test.json'] : [] } as const;
  return resultOf(pair, { scale: 'spread+1', clip: false });
}

const INTERVALS = { resamples: 300, seed: 1 };

/** Whether a figure lies in an interval as tables print them. */
function within(figure: string, interval: string): boolean {
  const [low, high] = interval.split('–').map(Number);
  return low! <= Number(figure) && Number(figure) <= high!;
}

describe('rows of dev printed as test', () => {
  it('are found where dev gives all figures and test does not', () => {
    const [row, ...others] = devRows([result(questionsOf(LIKE_PAPER), questionsOf(OTHERWISE))]);
    expect(others).toEqual([]);
    // Search differs (1/73 = 1.4), and the average (294/638 = 46.1).
    expect(row).toMatchObject({ judge: 'neural', likeDev: 7, likeTest: 5, figures: 7 });
  });

  it('are told with the averages of paper, dev and test, and their intervals', () => {
    const rows = devRows([result(questionsOf(LIKE_PAPER), questionsOf(OTHERWISE))]);
    // 293 and 294 of 638; 1.96·√(.46·.54/638) = 3.9 points to either side.
    expect(devRowLines(rows, INTERVALS)).toEqual([
      expect.stringMatching(/^webshop, Llama3\.2-1B, Neural WM \(Phase 2\): dev gives 7 of the row's 7 figures, test gives 5; average 45\.9 in the paper, on dev 45\.9 \(4[12]\.\d–[45]\d\.\d\), on test 46\.1 \(4[12]\.\d–[45]\d\.\d\)$/),
    ]);
    expect(devRowLines(rows, INTERVALS)).toEqual(devRowLines(rows, INTERVALS));
  });

  it('are none where test gives them too, or dev does not', () => {
    expect(devRows([result(questionsOf(LIKE_PAPER), questionsOf(LIKE_PAPER))])).toEqual([]);
    expect(devRows([result(questionsOf(OTHERWISE), questionsOf(LIKE_PAPER))])).toEqual([]);
  });
});

describe('γ', () => {
  const gamma = result(randomQuestions('gamma dev', 50, 3), randomQuestions('gamma test', 50, 3));

  it('has a row for each scale, and one choice of dev', () => {
    const { rows } = gammaTable([gamma], INTERVALS);
    expect(rows.map((row) => row[2])).toEqual(['1', 'spread', 'spread+1']);
    expect(rows.filter((row) => row.at(-2) === 'yes')).toHaveLength(1);
    for (const row of rows) for (const [figure, interval] of [[row[4], row[5]], [row[7], row[8]]]) expect(within(figure!, interval!)).toBe(true);
    expect(gammaLines([gamma], INTERVALS)[0]).toMatch(/no γ gives the paper's 92\.2; dev chooses \S+, which gives \d+\.\d \(\d+\.\d–\d+\.\d\)/);
  });

  it('that gives the figure is told beside the one of dev, question by question', () => {
    // The log-probs are 1 apart, so that γ is 1, 1 and 2. On dev γ = 1 is right once more: the rule's weight stays at 1, and 2 turns too much.
    const right = question([-1, -2], [[0, 0]], 0);
    const turned = question([-1, -2], [[-0.3, 0.3]], 0);
    const test = [...Array.from({ length: 661 }, () => right), ...Array.from({ length: 55 }, () => question([-1, -2], [[0, 0]], 1))];
    const fits = (['1', 'spread', 'spread+1'] as const).map((scale) => {
      const lost = scale === 'spread+1' ? 1 : 7;
      return { scale, weights: [1], dev: [true, scale === '1'], test: test.map((_, i) => i < 661 - lost) };
    });
    const made: PublishedResult = { ...result([right, turned], test), scales: fits };
    // 660 of 716 is the paper's 92.2, 654 is six below it.
    expect(gammaLines([made], INTERVALS)).toEqual([
      expect.stringMatching(/^webshop, Llama3\.2-1B: γ = spread\+1 gives the paper's 92\.2; dev chooses 1, which gives 91\.3, −0\.8 \(−1\.\d to −0\.[1-5]\) points; between 1 and spread\+1 alone it chooses 1/),
    ]);
  });

  it('says nothing of a model without test', () => {
    expect(gammaLines([result(randomQuestions('alone', 20, 2), null)], INTERVALS)).toEqual([]);
  });
});

describe('orders', () => {
  it('are permutations, the same for the same seed', () => {
    const orders = ruleOrders(6, { orders: 4, seed: 3 });
    expect(orders).toHaveLength(4);
    for (const order of orders) expect([...order].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(ruleOrders(6, { orders: 4, seed: 3 })).toEqual(orders);
  });

  it('have lowest, median and highest accuracy', () => {
    const { rows } = orderTable([result(randomQuestions('order dev', 40, 5), randomQuestions('order test', 40, 5))], { ...INTERVALS, scale: 'spread+1', orders: 6 });
    const [lowest, median, highest] = rows[0]!.slice(4, 7).map(Number);
    expect(lowest).toBeLessThanOrEqual(median!);
    expect(median).toBeLessThanOrEqual(highest!);
    expect(within(rows[0]![2]!, rows[0]![3]!)).toBe(true);
    expect(Number(rows[0]![7])).toBeCloseTo(highest! - lowest!, 1);
    expect(rows[0]![8]).toMatch(/^[+−]\d+\.\d to \+\d+\.\d$/);
  });
});

it('gains count flips for better and worse', () => {
  // The rule adds nothing on dev, so that its weight stays at 1, and turns the first two test questions, one of them wrongly.
  const dev = [question([-1, -2], [null])];
  const test = [question([-2, -1], [[1, -1]], 0), question([-2, -1], [[1, -1]], 1), question([-1, -2], [null], 0)];
  const [neural] = gainTable([result(dev, test)], { resamples: 200, seed: 1 }).rows;
  expect(neural!.slice(0, 4)).toEqual(['webshop', 'Llama3.2-1B', 'neural alone', '0.0']);
  expect(neural!.slice(5)).toEqual(['1', '1']);
});

it('scores outside [−1, 1] are counted, and those at the ends are not', () => {
  const dev = [question([-1, -2], [[1, -1]]), question([-1, -2], [[1.5, -3]])];
  expect(clipLines([result(dev, null)])).toEqual(['webshop, Llama3.2-1B, dev: 2 of 4 scores are outside, the largest 3']);
});

it('accuracy without questions of one choice', () => {
  // Three of four right; without the one of a single choice, two of three. Silent rules take the first choice, which is right.
  const asked = [question([-1], [null]), question([-1, -2], [null]), question([-1, -2], [null]), question([-2, -1], [null])];
  const [row] = oddityTable([result(asked, null)], INTERVALS).rows;
  expect(row).toEqual(['webshop', 'Llama3.2-1B', 'dev', '4', '1', '0', '–', '66.7', '0.0–100.0', '100.0', '100.0–100.0', '66.7', '0.0–100.0']);
});

describe('the layout', () => {
  it('has ours under the paper, dashes for what is missing, and says why', () => {
    const [science, webshop] = paperTables([result(questionsOf(LIKE_PAPER), null)], { resamples: 10, seed: 1 });
    expect(science!.table.rows.every((row) => row[2] === 'paper')).toBe(true);
    expect(science!.notes[0]).toContain('no logs of this environment are published');
    const ours = webshop!.table.rows.filter((row) => row[2] === 'ours');
    expect(ours.map((row) => row[0])).toEqual(['Neural WM (Phase 2)', 'Symbolic WM (Phase 2)', 'NeSyS (ours, 60% data)']);
    expect(ours.every((row) => row.slice(3).every((cell) => cell === '–'))).toBe(true);
    expect(webshop!.notes.join()).toContain('without test.json');
  });

  it('has intervals in percent around the average', () => {
    const { low, high } = accuracyInterval(Array.from({ length: 100 }, (_, i) => i < 80), 'name', { resamples: 500, seed: 1 });
    // 1.96·√(.8·.2/100) = 7.8 points to either side.
    expect(Math.abs(low - 72.2)).toBeLessThan(2.5);
    expect(Math.abs(high - 87.8)).toBeLessThan(2.5);
  });
});

it('a gain keeps both answers to a question together', () => {
  // 10 of 100 questions are gained and none lost: 10 ± 1.96·√(.1·.9/100) = 5.9.
  const [one, other] = [60, 50].map((count) => Array.from({ length: 100 }, (_, i) => i < count)) as [boolean[], boolean[]];
  const gain = gainOf(one, other, 'gain', { resamples: 500, seed: 1 });
  expect(gain.points).toBe(10);
  expect(Math.abs(gain.low - 4.1)).toBeLessThan(2);
  expect(Math.abs(gain.high - 15.9)).toBeLessThan(2);
  expect(gainText({ points: -0.5, low: -1, high: 0.25 })).toBe('−0.5 (−1.0 to +0.3)');
  expect(accuracyRange([], 'nothing', INTERVALS)).toBe('–');
});
