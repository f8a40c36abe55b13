import { craft, indexRecipes } from '../../../../src/nesys/symbolic/plancraft/craft.ts';
import { parseRecipes } from '../../../../src/nesys/symbolic/plancraft/recipe.ts';
import { RECIPE_BOOK, RECIPES } from '../../../../src/nesys/symbolic/plancraft/recipes/book.ts';
import { SMELTING } from '../../../../src/nesys/symbolic/plancraft/recipes/smelting.ts';

/** `grid('a_ _b')` names nine cells by letters, from the top left. */
function grid(rows: string, items: Readonly<Record<string, string>>): (string | null)[] {
  const cells = [0, 1, 2].flatMap((row) => [...(rows.split(' ')[row] ?? '').padEnd(3, '_')]);
  return cells.map((letter) => (letter === '_' ? null : items[letter]!));
}

describe('recipes as text', () => {
  const groups = { planks: ['oak_planks', 'birch_planks'] };

  it('are shaped', () => {
    expect(parseRecipes('\n  axe*2: mm m_: m=iron|#planks\n', groups)).toEqual([
      {
        kind: 'shaped',
        product: 'axe',
        count: 2,
        rows: [
          [['iron', 'oak_planks', 'birch_planks'], ['iron', 'oak_planks', 'birch_planks']],
          [['iron', 'oak_planks', 'birch_planks'], null],
        ],
      },
    ]);
  });

  it('or shapeless', () => {
    expect(parseRecipes('eye: pearl + powder', groups)).toEqual([{ kind: 'shapeless', product: 'eye', count: 1, ingredients: [['pearl'], ['powder']] }]);
  });

  it.each(['eye: #pearls', 'eye: ab: a=pearl'])('name what is not defined: %s', (line) => {
    expect(() => parseRecipes(line, groups)).toThrow(`uses ${line.includes('#') ? 'pearls' : 'b'}, which is not defined`);
  });
});

describe('a grid', () => {
  const book = indexRecipes(parseRecipes('hook: ab _a: a=iron b=stick\npowder*3: a|b + b + c', {}));
  const items = { a: 'iron', b: 'stick' };

  it.each(['ab_ _a_', '___ _ab __a', '_ba _a_'])('makes a shape anywhere, and mirrored: %s', (rows) => {
    expect(craft(grid(rows, items), book)).toEqual({ item: 'hook', count: 1 });
  });

  it.each(['ab_ __a', 'a__ ba_', 'ab_ _b_', 'ab_ _aa', '___'])('makes nothing of another shape: %s', (rows) => {
    expect(craft(grid(rows, items), book)).toBeNull();
  });

  it('makes what has no shape in any order, each item used once', () => {
    const letters = { a: 'a', b: 'b', c: 'c' };
    for (const rows of ['abc', 'c__ b__ a__', '__b _c_ b__']) expect(craft(grid(rows, letters), book)).toEqual({ item: 'powder', count: 3 });
    for (const rows of ['aac', 'bcc', 'abcc']) expect(craft(grid(rows, letters), book)).toBeNull();
  });
});

describe('the book', () => {
  it.each([
    ['planks of any trunk', 'a', { a: 'stripped_warped_hyphae' }, { item: 'warped_planks', count: 4 }],
    ['mixed planks', 'ab_ ba_', { a: 'oak_planks', b: 'crimson_planks' }, { item: 'crafting_table', count: 1 }],
    ['no boat of mixed planks', 'a_b aaa', { a: 'oak_planks', b: 'birch_planks' }, null],
    ['no boat of the Nether', 'a_a aaa', { a: 'warped_planks' }, null],
    ['red sandstone slabs, chiseled too', 'aab', { a: 'red_sandstone', b: 'chiseled_red_sandstone' }, { item: 'red_sandstone_slab', count: 6 }],
    ['stairs, mirrored', '__a _aa aaa', { a: 'nether_bricks' }, { item: 'nether_brick_stairs', count: 4 }],
    ['concrete powder', 'sgs gds gsg', { s: 'sand', g: 'gravel', d: 'lime_dye' }, { item: 'lime_concrete_powder', count: 8 }],
    ['a shovel', '_m_ _s_ _s_', { m: 'gold_ingot', s: 'stick' }, { item: 'golden_shovel', count: 1 }],
    ['nuggets', '___ _i_', { i: 'iron_ingot' }, { item: 'iron_nugget', count: 9 }],
    ['no dye for white wool in white', 'dw', { d: 'white_dye', w: 'white_wool' }, null],
  ])('has %s', (_name, rows, items: Record<string, string>, product) => {
    expect(craft(grid(rows, items), RECIPE_BOOK)).toEqual(product);
  });

  it('fits into three rows of three', () => {
    const large = RECIPES.filter((recipe) => (recipe.kind === 'shaped' ? recipe.rows.length > 3 || recipe.rows.some((row) => row.length > 3) : recipe.ingredients.length > 9));
    const ragged = RECIPES.filter((recipe) => recipe.kind === 'shaped' && new Set(recipe.rows.map((row) => row.length)).size > 1);
    expect([large, ragged]).toEqual([[], []]);
  });

  it('makes one thing of one grid', () => {
    const shapes = RECIPES.map((recipe) => JSON.stringify(recipe.kind === 'shaped' ? recipe.rows : recipe.ingredients.map((ingredient) => ingredient.join()).sort()));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('smelts', () => {
    expect(SMELTING.get('oak_wood')).toBe('charcoal');
    expect(SMELTING.get('crimson_stem')).toBeUndefined();
    expect(SMELTING.get('cyan_terracotta')).toBe('cyan_glazed_terracotta');
    expect(SMELTING.get('chainmail_boots')).toBe('iron_nugget');
  });
});
