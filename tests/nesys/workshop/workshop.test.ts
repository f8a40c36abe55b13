import { firstMaximum } from '../../../src/nesys/energy.ts';
import { ACTIONS, FACET_KINDS, nextState } from '../../../src/nesys/workshop/actions.ts';
import { SPLITS, workshopQuestions } from '../../../src/nesys/workshop/questions.ts';
import { changed } from '../../../src/nesys/workshop/state.ts';
import { readState, stateText } from '../../../src/nesys/workshop/text.ts';

/** The next state of a state in words. */
function after(state: string, action: string): string {
  const known = ACTIONS.find(({ text }) => text === action)!;
  return stateText(nextState(readState(state)!, known));
}

describe('the text of a state', () => {
  it.each([
    'You have nothing. Tools: none. The furnace is cold.',
    'You have 1 log, 2 planks, 3 glass. Tools: sharp saw, worn hammer. The furnace is hot.',
  ])('%s is read back', (text) => {
    expect(stateText(readState(text)!)).toBe(text);
  });

  it.each(['', 'You have 0 logs. Tools: none. The furnace is cold.', 'You have 2 cats. Tools: none. The furnace is cold.', 'You have nothing. Tools: old saw. The furnace is cold.'])(
    'nothing is read from %j',
    (text) => expect(readState(text)).toBeNull(),
  );
});

describe('actions', () => {
  it.each([
    ['You have 2 logs. Tools: sharp saw. The furnace is hot.', 'Saw a log.', 'You have 1 log, 2 planks, 1 sawdust. Tools: worn saw. The furnace is hot.'],
    ['You have 1 log. Tools: worn saw. The furnace is hot.', 'Saw a log.', 'You have 2 planks, 1 sawdust, 1 scrap. Tools: none. The furnace is hot.'],
    ['You have 1 log. Tools: none. The furnace is hot.', 'Saw a log.', 'You have 1 log. Tools: none. The furnace is hot.'],
    ['You have 1 ore. Tools: none. The furnace is hot.', 'Smelt ore.', 'You have 1 ingot, 1 slag. Tools: none. The furnace is warm.'],
    ['You have 1 ore. Tools: none. The furnace is warm.', 'Smelt ore.', 'You have 1 ore. Tools: none. The furnace is warm.'],
    ['You have 2 clay. Tools: none. The furnace is warm.', 'Fire clay.', 'You have 1 clay, 1 tile. Tools: none. The furnace is warm.'],
    ['You have 2 clay. Tools: none. The furnace is hot.', 'Fire clay.', 'You have 1 clay, 1 brick. Tools: none. The furnace is hot.'],
    ['You have 1 sand. Tools: none. The furnace is hot.', 'Melt sand.', 'You have 1 glass. Tools: none. The furnace is warm.'],
    ['You have 1 log, 2 sawdust. Tools: none. The furnace is cold.', 'Stoke the furnace.', 'You have 1 log, 1 sawdust. Tools: none. The furnace is warm.'],
    ['You have 1 log. Tools: none. The furnace is hot.', 'Stoke the furnace.', 'You have 1 ash. Tools: none. The furnace is hot.'],
    ['You have 1 ingot. Tools: sharp hammer. The furnace is hot.', 'Forge nails.', 'You have 4 nails. Tools: sharp hammer. The furnace is hot.'],
    ['You have 1 ingot. Tools: sharp hammer. The furnace is warm.', 'Forge nails.', 'You have 2 nails. Tools: worn hammer. The furnace is warm.'],
    ['You have 3 glass, 1 water. Tools: none. The furnace is hot.', 'Pour water on the furnace.', 'You have 3 shards. Tools: none. The furnace is cold.'],
    ['You have 3 glass, 1 water. Tools: none. The furnace is warm.', 'Pour water on the furnace.', 'You have 3 glass. Tools: none. The furnace is cold.'],
    ['You have 3 planks, 2 nails. Tools: sharp hammer. The furnace is cold.', 'Build a crate.', 'You have 1 crate. Tools: worn hammer. The furnace is cold.'],
    ['You have 1 whetstone. Tools: worn saw. The furnace is cold.', 'Sharpen the saw.', 'You have 1 grit. Tools: sharp saw. The furnace is cold.'],
    ['You have 1 whetstone. Tools: sharp saw. The furnace is cold.', 'Sharpen the saw.', 'You have 1 whetstone. Tools: sharp saw. The furnace is cold.'],
    ['You have nothing. Tools: none. The furnace is hot.', 'Wait.', 'You have nothing. Tools: none. The furnace is warm.'],
    ['You have nothing. Tools: none. The furnace is cold.', 'Wait.', 'You have nothing. Tools: none. The furnace is cold.'],
  ])('%s %s', (state, action, next) => {
    expect(after(state, action)).toBe(next);
  });

  it('apply changes one after the other and never count below nothing', () => {
    const state = readState('You have 1 log. Tools: none. The furnace is cold.')!;
    expect(stateText(changed(state, [{ stock: { log: -3 } }, { stock: { log: 1 } }]))).toBe(stateText(state));
  });
});

describe('workshopQuestions', () => {
  const counts = { train: 600, dev: 100, test: 200 };
  const questions = workshopQuestions(counts, 'test seed');
  const all = SPLITS.flatMap((split) => questions[split]);

  it('has as many as were asked for, of all kinds alike, each pair of state and action once', () => {
    expect(SPLITS.map((split) => questions[split].length)).toEqual([600, 100, 200]);
    for (const kind of FACET_KINDS) expect(questions.test.filter(({ label }) => label === kind)).toHaveLength(40);
    expect(new Set(all.map(({ state, action }) => `${state} ${action}`)).size).toBe(900);
    expect(new Set(all.map(({ id }) => id)).size).toBe(900);
  });

  it('marks what the world makes of it, among four different candidates', () => {
    for (const { state, action, choices, correct } of all) {
      expect(choices[correct]).toBe(after(state, action));
      expect(new Set(choices).size).toBe(4);
    }
  });

  it('tells nothing by position or by likeness among candidates', () => {
    const places = [0, 1, 2, 3].map((place) => all.filter(({ correct }) => correct === place).length / all.length);
    for (const share of places) expect(Math.abs(share - 0.25)).toBeLessThan(0.06);
    // The candidate that shares most words with the others, were it the answer, would be right in a quarter of them.
    const alike = (texts: readonly string[], one: number): number =>
      texts.reduce((sum, text, i) => (i === one ? sum : sum + text.split(' ').filter((word) => texts[one]!.split(' ').includes(word)).length), 0);
    const right = all.filter(({ choices, correct }) => firstMaximum(choices.map((_, i) => alike(choices, i))) === correct);
    expect(Math.abs(right.length / all.length - 0.25)).toBeLessThan(0.08);
  });

  it('is short enough for a small model', () => {
    const longest = Math.max(...all.map(({ state, action, choices }) => Math.max(...choices.map((choice) => `${state} ${action} ${choice}`.split(' ').length))));
    expect(longest).toBeLessThan(70);
  });

  it('is the same for the same seed, whatever the size of other splits', () => {
    expect(workshopQuestions(counts, 'test seed')).toEqual(questions);
    expect(workshopQuestions({ ...counts, train: 5 }, 'test seed').test).toEqual(questions.test);
    expect(workshopQuestions(counts, 'another').test).not.toEqual(questions.test);
  });
});
