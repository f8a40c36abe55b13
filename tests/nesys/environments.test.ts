import { columnsOf, environmentOf } from '../../src/nesys/environments/columns.ts';

describe('columns', () => {
  it('stand in the order of the tables', () => {
    expect(columnsOf('plancraft', []).map(({ title }) => title)).toEqual(['Smelt', 'Move-Easy', 'Move-Medium', 'Move-Hard']);
    expect(columnsOf('webshop', []).map(({ title }) => title)).toEqual(['Search', 'Layout', 'Detail', 'Decision', 'Page Change', 'Other']);
    expect(columnsOf('scienceworld', [])).toHaveLength(7);
    expect(columnsOf('plancraft', [])[0]!.labels).toEqual(['smelt_goal', 'smelt_byproduct']);
  });

  it('of labels that no table has are the labels', () => {
    expect(columnsOf('plancraft', ['move_get', 'fly']).map(({ title }) => title)).toEqual(['Smelt', 'Move-Easy', 'Move-Medium', 'Move-Hard', 'fly']);
    expect(columnsOf('workshop', ['b', 'a', 'b']).map(({ title }) => title)).toEqual(['a', 'b']);
    expect(columnsOf(null, ['a'])).toEqual([{ title: 'a', labels: ['a'] }]);
  });
});

it('an environment is told by its labels', () => {
  expect(environmentOf(['search', 'click_nav'])).toBe('webshop');
  expect(environmentOf(['smelt_goal'])).toBe('plancraft');
  expect(environmentOf(['Biology', 'Matter'])).toBe('scienceworld');
  expect(environmentOf(['search', 'smelt_goal'])).toBeNull();
  expect(environmentOf([])).toBeNull();
});
