/**
 * Recipes as lines of text, so that the book can be read and mended by hand:
 *
 *     ladder*3: s_s sss s_s: s=stick          shaped: rows from the top, `_` for an empty cell
 *     ender_eye: blaze_powder + ender_pearl   shapeless
 *
 * An ingredient is an item, several with `|` between them, or a group such as `#planks`.
 */

/** Items of which any one will do. */
export type Ingredient = readonly string[];

export interface ShapedRecipe {
  readonly kind: 'shaped';
  readonly product: string;
  readonly count: number;
  /** Rows of equal length; null is an empty cell. */
  readonly rows: readonly (readonly (Ingredient | null)[])[];
}

export interface ShapelessRecipe {
  readonly kind: 'shapeless';
  readonly product: string;
  readonly count: number;
  readonly ingredients: readonly Ingredient[];
}

export type Recipe = ShapedRecipe | ShapelessRecipe;

/** Groups of items by name, without the `#`. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** The recipes of a text, one a line; empty lines are skipped. */
export function parseRecipes(text: string, groups: Groups): Recipe[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '').map((line) => parseRecipe(line, groups));
}

function parseRecipe(line: string, groups: Groups): Recipe {
  const [head = '', body = '', legend] = line.split(':').map((part) => part.trim());
  const [product = '', count = '1'] = head.split('*');
  const yields = { product, count: Number(count) };
  if (legend === undefined) {
    return { kind: 'shapeless', ...yields, ingredients: body.split(' + ').map((term) => parseIngredient(term, groups)) };
  }
  const letters = parseLegend(legend, groups);
  const cell = (letter: string): Ingredient | null => (letter === '_' ? null : named(letters, letter, line));
  return { kind: 'shaped', ...yields, rows: body.split(' ').map((row) => [...row].map(cell)) };
}

function parseLegend(legend: string, groups: Groups): ReadonlyMap<string, Ingredient> {
  const pairs = legend.split(' ').map((pair) => pair.split('='));
  return new Map(pairs.map(([letter = '', term = '']) => [letter, parseIngredient(term, groups)]));
}

function parseIngredient(term: string, groups: Groups): Ingredient {
  return term.trim().split('|').flatMap((name) => (name.startsWith('#') ? named(new Map(Object.entries(groups)), name.slice(1), term) : [name]));
}

function named<T>(names: ReadonlyMap<string, T>, name: string, where: string): T {
  const value = names.get(name);
  if (value === undefined) throw new RangeError(`recipe "${where}" uses ${name}, which is not defined`);
  return value;
}
