/** Words from which Minecraft 1.16 builds its names, and the groups of items that its recipes accept. */
import type { Groups } from '../recipe.ts';

/** Kinds of wood with trunks called logs. */
export const TREES = ['oak', 'spruce', 'birch', 'jungle', 'acacia', 'dark_oak'] as const;

/** Kinds of the Nether, whose trunks are called stems. */
export const FUNGI = ['crimson', 'warped'] as const;

export const WOODS: readonly string[] = [...TREES, ...FUNGI];

export const COLOURS = [
  ...['white', 'orange', 'magenta', 'light_blue', 'yellow', 'lime', 'pink', 'gray'],
  ...['light_gray', 'cyan', 'purple', 'blue', 'brown', 'green', 'red', 'black'],
] as const;

/** Everything of one kind of wood that gives its planks: trunk and bark, stripped or not. */
export function trunks(wood: string): string[] {
  const nether = (FUNGI as readonly string[]).includes(wood);
  const names = nether ? [`${wood}_stem`, `${wood}_hyphae`] : [`${wood}_log`, `${wood}_wood`];
  return names.flatMap((name) => [name, `stripped_${name}`]);
}

export const GROUPS: Groups = {
  planks: WOODS.map((wood) => `${wood}_planks`),
  logs: WOODS.flatMap(trunks),
  wooden_slabs: WOODS.map((wood) => `${wood}_slab`),
  wool: COLOURS.map((colour) => `${colour}_wool`),
  coals: ['coal', 'charcoal'],
  rough_stone: ['cobblestone', 'blackstone'],
  soul_ground: ['soul_sand', 'soul_soil'],
  any_sand: ['sand', 'red_sand'],
};

/** A text once for each word, which stands in it as `{}`. */
export function forEach(words: readonly string[], text: string): string {
  return words.map((word) => text.replaceAll('{}', word)).join('\n');
}
