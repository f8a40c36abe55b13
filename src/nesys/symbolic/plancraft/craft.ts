/** What a crafting grid makes: shaped recipes anywhere in it and mirrored, shapeless ones in any arrangement. */
import type { Ingredient, Recipe, ShapedRecipe } from './recipe.ts';
import type { Stack } from './state.ts';

/** Recipes by the number of cells that they fill. */
export type RecipeBook = ReadonlyMap<number, readonly Recipe[]>;

/** Nine cells, row by row; null is empty. */
export type Grid = readonly (string | null)[];

const SIDE = 3;

export function indexRecipes(recipes: readonly Recipe[]): RecipeBook {
  const sizes = new Set(recipes.map(cellsOf));
  return new Map([...sizes].map((size) => [size, recipes.filter((recipe) => cellsOf(recipe) === size)]));
}

function cellsOf(recipe: Recipe): number {
  return recipe.kind === 'shaped' ? recipe.rows.flat().filter((cell) => cell !== null).length : recipe.ingredients.length;
}

/** The first recipe that fits; null where none does. */
export function craft(grid: Grid, book: RecipeBook): Stack | null {
  const items = grid.filter((item) => item !== null);
  const rows = trim(grid);
  const fits = (recipe: Recipe): boolean =>
    recipe.kind === 'shaped' ? fitsShape(rows, recipe) : fitsInSomeOrder(items, recipe.ingredients);
  const recipe = book.get(items.length)?.find(fits);
  return recipe === undefined ? null : { item: recipe.product, count: recipe.count };
}

/** The smallest block of rows and columns that holds every item. */
function trim(grid: Grid): readonly Grid[] {
  const rows = Array.from({ length: SIDE }, (_, row) => grid.slice(row * SIDE, (row + 1) * SIDE));
  const filledColumns = [0, 1, 2].filter((column) => rows.some((row) => row[column] !== null));
  const filledRows = [0, 1, 2].filter((row) => rows[row]!.some((cell) => cell !== null));
  const columns = [filledColumns[0] ?? 0, (filledColumns.at(-1) ?? -1) + 1] as const;
  return rows.slice(filledRows[0] ?? 0, (filledRows.at(-1) ?? -1) + 1).map((row) => row.slice(...columns));
}

function fitsShape(rows: readonly Grid[], recipe: ShapedRecipe): boolean {
  const mirrored = recipe.rows.map((row) => [...row].reverse());
  return fitsRows(rows, recipe.rows) || fitsRows(rows, mirrored);
}

function fitsRows(rows: readonly Grid[], shape: ShapedRecipe['rows']): boolean {
  if (rows.length !== shape.length) return false;
  return rows.every((row, y) => row.length === shape[y]!.length && row.every((item, x) => fitsCell(item, shape[y]![x]!)));
}

function fitsCell(item: string | null, cell: Ingredient | null): boolean {
  return cell === null || item === null ? cell === item : cell.includes(item);
}

/** Whether each item can be given an ingredient of its own. */
function fitsInSomeOrder(items: readonly string[], ingredients: readonly Ingredient[]): boolean {
  const [item, ...rest] = items;
  if (item === undefined) return true;
  // Equal ingredients are tried once: eight of two kinds have 40,320 orders.
  const tried = new Set<string>();
  return ingredients.some((ingredient, index) => {
    const key = ingredient.join();
    if (tried.has(key) || !ingredient.includes(item)) return false;
    tried.add(key);
    return fitsInSomeOrder(rest, ingredients.toSpliced(index, 1));
  });
}
