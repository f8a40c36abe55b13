import { PLANCRAFT_RULES } from '../../../../src/nesys/symbolic/plancraft/rules.ts';
import { moveText, smeltText, stateText } from './inventory.ts';

type Stacks = readonly string[];

/** Rules that speak of a transition, with their scores. */
function spoken(goal: string, before: Stacks, action: string, choice: string): Record<string, number> {
  const transition = PLANCRAFT_RULES.parse({ state: stateText(goal, before), action, choice });
  return Object.fromEntries(PLANCRAFT_RULES.rules.map(({ id, score }) => [id, score(transition)] as const).filter(([, score]) => score !== 0));
}

const COAL = ['coal [A1] 1', 'stick [I3] 3', 'apple [I5] 2'];
const MADE = ['torch [0] 4', 'coal [A1] 1', 'stick [B1] 1', 'stick [I3] 2', 'apple [I5] 2'];
const move = (choice: Stacks, goal = 'torch'): Record<string, number> => spoken('torch', COAL, moveText('I3', 'B1'), stateText(goal, choice));
const replaced = (from: string, to: string): Stacks => MADE.map((stack) => (stack === from ? to : stack));

describe('a move into the grid', () => {
  it('as it should be makes torches', () => {
    expect(move(MADE)).toEqual({ 'recipe-gives-result': 1, 'result-count': 1 });
  });

  it.each([
    ['no result', MADE.slice(1), { 'recipe-gives-result': -1 }],
    ['another result', replaced('torch [0] 4', 'soul_torch [0] 4'), { 'recipe-gives-result': -1 }],
    ['too few', replaced('torch [0] 4', 'torch [0] 2'), { 'recipe-gives-result': 1, 'result-count': -1 }],
  ])('with %s', (_name, choice, scores) => {
    expect(move(choice)).toEqual(scores);
  });

  it.each([
    ['a source that keeps all', replaced('stick [I3] 2', 'stick [I3] 3'), ['source-pays', 'moves-conserve']],
    ['a lost apple', MADE.slice(0, 4), ['bystanders-stay', 'moves-conserve']],
    ['an item that nobody knows', replaced('apple [I5] 2', 'aple [I5] 2'), ['no-invented-item', 'bystanders-stay', 'moves-conserve']],
    ['too high a stack', replaced('apple [I5] 2', 'apple [I5] 65'), ['stack-limit', 'bystanders-stay', 'moves-conserve']],
    ['another order', [...MADE.slice(0, 3), MADE[4]!, MADE[3]!], ['slots-in-order']],
  ])('with %s', (_name, choice, broken) => {
    const expected = Object.fromEntries(broken.map((id) => [id, -1]));
    expect(move(choice)).toEqual({ ...expected, 'recipe-gives-result': 1, 'result-count': 1 });
  });

  it('to another place', () => {
    expect(move(['coal [A1] 1', 'stick [B2] 1', 'stick [I3] 2', 'apple [I5] 2'])).toEqual({ 'destination-gains': -1, 'bystanders-stay': -1 });
  });

  it('with another goal', () => {
    expect(move(MADE, 'torches')).toEqual({ 'goal-kept': -1, 'recipe-gives-result': 1, 'result-count': 1 });
  });

  it('that changes nothing', () => {
    const scores = { 'something-happens': -1, 'source-pays': -1, 'destination-gains': -1 };
    expect(move(COAL)).toEqual(scores);
  });

  it('with other text below', () => {
    const transition = spoken('torch', COAL, moveText('I3', 'B1'), `${stateText('torch', MADE)}\n\nAction:`);
    expect(transition).toEqual({ 'list-of-stacks': -1, 'recipe-gives-result': 1, 'result-count': 1 });
  });

  it('without a recipe shows no result', () => {
    const choice = ['stick [0] 1', 'apple [A1] 1', 'apple [I5] 1'];
    expect(spoken('stick', ['apple [I5] 2'], moveText('I5', 'A1'), stateText('stick', choice))).toEqual({ 'no-result-without-recipe': -1 });
  });
});

describe('a move onto a stack', () => {
  const before = ['apple [I1] 60', 'apple [I2] 4', 'bread [I3] 1'];

  it('adds to it', () => {
    expect(spoken('stick', before, moveText('I2', 'I1', 4), stateText('stick', ['apple [I1] 64', 'bread [I3] 1']))).toEqual({});
  });

  it('does not turn other things into it', () => {
    const choice = stateText('stick', ['apple [I1] 60', 'apple [I2] 3', 'apple [I3] 2']);
    expect(spoken('stick', before, moveText('I2', 'I3'), choice)).toEqual({ 'destination-gains': -1, 'moves-conserve': -1 });
  });
});

describe('taking the result', () => {
  const before = ['torch [0] 4', 'coal [A1] 1', 'stick [B1] 3', 'apple [I5] 2'];
  const take = (choice: Stacks): Record<string, number> => spoken('torch', before, moveText('0', 'I6', 4), stateText('torch', choice));

  it('uses up one item a slot', () => {
    expect(take(['stick [B1] 2', 'apple [I5] 2', 'torch [I6] 4'])).toEqual({});
  });

  it.each([
    ['a grid that keeps all', ['coal [A1] 1', 'stick [B1] 3', 'apple [I5] 2', 'torch [I6] 4'], { 'crafting-uses-up': -1, 'recipe-gives-result': -1 }],
    ['a grid that loses all', ['apple [I5] 2', 'torch [I6] 4'], { 'crafting-uses-up': -1 }],
    ['something new in the grid', ['stick [B1] 2', 'apple [C3] 1', 'apple [I5] 2', 'torch [I6] 4'], { 'crafting-uses-up': -1 }],
    ['another thing taken', ['stick [B1] 2', 'apple [I5] 2', 'stick [I6] 4'], { 'destination-gains': -1 }],
    ['a result that stays', ['torch [0] 4', 'stick [B1] 2', 'apple [I5] 2', 'torch [I6] 4'], { 'no-result-without-recipe': -1 }],
  ])('with %s', (_name, choice, scores) => {
    expect(take(choice)).toEqual(scores);
  });

  it('shows it again where the rest is enough', () => {
    const rich = ['torch [0] 4', 'coal [A1] 2', 'stick [B1] 2'];
    const choice = stateText('torch', ['torch [0] 4', 'coal [A1] 1', 'stick [B1] 1', 'torch [I6] 4']);
    expect(spoken('torch', rich, moveText('0', 'I6', 4), choice)).toEqual({ 'recipe-gives-result': 1, 'result-count': 1 });
  });

  it.each([['glass_bottle [A1] 1'], []])('may leave the bottle: %s', (...left: string[]) => {
    const honey = ['sugar [0] 3', 'honey_bottle [A1] 1'];
    expect(spoken('sugar', honey, moveText('0', 'I6', 3), stateText('sugar', [...left, 'sugar [I6] 3']))).toEqual({});
  });
});

describe('smelting', () => {
  const before = ['red_sand [I2] 4'];
  const smelt = (choice: Stacks, action = smeltText('I2', 'I9', 3)): Record<string, number> => spoken('glass_pane', before, action, stateText('glass_pane', choice));

  it('turns as much as it takes into its product', () => {
    expect(smelt(['red_sand [I2] 1', 'glass [I9] 3'])).toEqual({ 'smelted-product': 1 });
  });

  it.each([
    ['moving', ['red_sand [I2] 1', 'red_sand [I9] 3'], { 'smelted-product': -1 }],
    ['another number', ['red_sand [I2] 1', 'glass [I9] 1'], { 'destination-gains': -1, 'smelted-product': 1 }],
    ['no cost', ['red_sand [I2] 4', 'glass [I9] 3'], { 'source-pays': -1, 'smelted-product': 1 }],
  ])('is not %s', (_name, choice, scores) => {
    expect(smelt(choice)).toEqual(scores);
  });

  it('of what does not smelt has no product to check', () => {
    const choice = stateText('stick', ['charcoal [I9] 1']);
    expect(spoken('stick', ['apple [I2] 1'], smeltText('I2', 'I9'), choice)).toEqual({});
  });
});

describe('an action that cannot be carried out', () => {
  it.each([moveText('I4', 'A1'), moveText('I5', 'A1', 3), 'wait'])('is judged by the form of the state alone: %s', (action) => {
    expect(spoken('torch', COAL, action, stateText('torch', COAL))).toEqual({});
  });
});
