/**
 * The crafting recipes of Minecraft 1.16, written down from knowledge of the game and not
 * learned from transitions. Left out are those whose product carries what went into it:
 * fireworks, dyed leather, copied books and maps, tipped arrows, suspicious stew.
 */
import { indexRecipes, type RecipeBook } from '../craft.ts';
import { parseRecipes } from '../recipe.ts';
import { COLOUR_RECIPES } from './colours.ts';
import { FOOD_RECIPES } from './food.ts';
import { GROUPS } from './groups.ts';
import { METAL_RECIPES } from './metal.ts';
import { STONE_RECIPES } from './stone.ts';
import { WOOD_RECIPES } from './wood.ts';

export const RECIPES = parseRecipes([WOOD_RECIPES, STONE_RECIPES, COLOUR_RECIPES, METAL_RECIPES, FOOD_RECIPES].join('\n'), GROUPS);

export const RECIPE_BOOK: RecipeBook = indexRecipes(RECIPES);
