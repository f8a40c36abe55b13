import { parseAction } from '../../../../src/nesys/symbolic/plancraft/action.ts';
import { goalOf, gridOf, parseState } from '../../../../src/nesys/symbolic/plancraft/state.ts';
import { stateText } from './inventory.ts';

describe('a state', () => {
  it('is a goal and stacks by slot', () => {
    const state = parseState(stateText('stick', ['stick [0] 4', 'oak_planks [A1] 1', 'oak_planks [B1] 1', 'apple [I36] 60']));
    expect(state).toMatchObject({ wellFormed: true, ordered: true });
    expect(goalOf(state)).toBe('stick');
    expect(state.stacks.get('I36')).toEqual({ item: 'apple', count: 60 });
    expect(gridOf(state.stacks)).toEqual(['oak_planks', null, null, 'oak_planks', null, null, null, null, null]);
  });

  it('may be empty', () => {
    expect(parseState('Craft an item of type: stick\ninventory:')).toMatchObject({ wellFormed: true, ordered: true, stacks: new Map() });
  });

  it.each([
    ['a line that is no stack', `${stateText('stick', [])}\n - [I3] quantity 2`],
    ['a slot that does not exist', stateText('stick', ['apple [I37] 1'])],
    ['a quantity that is no number', stateText('stick', ['apple [I3] many'])],
    ['no title', 'Craft an item of type: stick\n - apple [I3] quantity 1'],
    ['other text', 'You are a Minecraft transition model.'],
  ])('with %s is not well formed', (_name, text) => {
    expect(parseState(text).wellFormed).toBe(false);
  });

  it.each([
    ['I2 before I1', ['apple [I2] 1', 'apple [I1] 1']],
    ['the inventory before the grid', ['apple [I1] 1', 'apple [A1] 1']],
    ['a slot twice', ['apple [I1] 1', 'bread [I1] 1']],
  ])('with %s is not in order', (_name, stacks) => {
    expect(parseState(stateText('stick', stacks)).ordered).toBe(false);
  });
});

describe('an action', () => {
  it('moves or smelts', () => {
    expect(parseAction('move: from [I3] to [A2] with quantity 1')).toEqual({ kind: 'move', from: 'I3', to: 'A2', count: 1 });
    expect(parseAction(' smelt: from [I13] to [I12] with quantity 12\n')).toEqual({ kind: 'smelt', from: 'I13', to: 'I12', count: 12 });
  });

  it.each(['craft: oak_planks', 'move: from I3 to A2 with quantity 1', ''])('is not "%s"', (text) => {
    expect(parseAction(text)).toBeNull();
  });
});
