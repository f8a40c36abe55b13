/** What a furnace makes of one item (Minecraft 1.16). */
import { COLOURS, TREES, trunks } from './groups.ts';

/** Product, and everything that it is smelted from. */
const SMELTED: Readonly<Record<string, readonly string[]>> = {
  glass: ['sand', 'red_sand'],
  stone: ['cobblestone'],
  smooth_stone: ['stone'],
  smooth_sandstone: ['sandstone'],
  smooth_red_sandstone: ['red_sandstone'],
  smooth_quartz: ['quartz_block'],
  cracked_stone_bricks: ['stone_bricks'],
  cracked_nether_bricks: ['nether_bricks'],
  cracked_polished_blackstone_bricks: ['polished_blackstone_bricks'],
  brick: ['clay_ball'],
  terracotta: ['clay'],
  nether_brick: ['netherrack'],
  charcoal: TREES.flatMap(trunks),
  coal: ['coal_ore'],
  diamond: ['diamond_ore'],
  emerald: ['emerald_ore'],
  lapis_lazuli: ['lapis_ore'],
  redstone: ['redstone_ore'],
  quartz: ['nether_quartz_ore'],
  iron_ingot: ['iron_ore'],
  gold_ingot: ['gold_ore', 'nether_gold_ore'],
  netherite_scrap: ['ancient_debris'],
  iron_nugget: [...gear('iron'), ...armour('chainmail')],
  gold_nugget: gear('golden'),
  green_dye: ['cactus'],
  lime_dye: ['sea_pickle'],
  popped_chorus_fruit: ['chorus_fruit'],
  sponge: ['wet_sponge'],
  dried_kelp: ['kelp'],
  baked_potato: ['potato'],
  cooked_beef: ['beef'],
  cooked_chicken: ['chicken'],
  cooked_cod: ['cod'],
  cooked_mutton: ['mutton'],
  cooked_porkchop: ['porkchop'],
  cooked_rabbit: ['rabbit'],
  cooked_salmon: ['salmon'],
  ...Object.fromEntries(COLOURS.map((colour) => [`${colour}_glazed_terracotta`, [`${colour}_terracotta`]])),
};

function armour(material: string): string[] {
  return ['helmet', 'chestplate', 'leggings', 'boots'].map((piece) => `${material}_${piece}`);
}

function gear(material: string): string[] {
  return [...['sword', 'pickaxe', 'axe', 'shovel', 'hoe', 'horse_armor'].map((piece) => `${material}_${piece}`), ...armour(material)];
}

/** Product by what is smelted. */
export const SMELTING: ReadonlyMap<string, string> = new Map(
  Object.entries(SMELTED).flatMap(([product, sources]) => sources.map((source) => [source, product] as const)),
);
