/** Stone, sand, brick, ice and what is cut from them. */

/** What is cut from a block: name of the pieces, and of the blocks that stairs, slabs and walls are cut from. */
interface Masonry {
  readonly name: string;
  readonly slab?: string;
  readonly stairs?: string;
  readonly wall?: string;
}

/** Stairs, slab and wall of one block. */
function whole(name: string, block = name): Masonry {
  return { name, slab: block, stairs: block, wall: block };
}

/** Stairs and slab. */
function low(name: string, block = name): Masonry {
  return { name, slab: block, stairs: block };
}

const MASONRY: readonly Masonry[] = [
  ...['cobblestone', 'mossy_cobblestone', 'andesite', 'diorite', 'granite', 'prismarine', 'blackstone', 'polished_blackstone'].map((name) => whole(name)),
  ...['stone_brick', 'mossy_stone_brick', 'brick', 'nether_brick', 'red_nether_brick', 'end_stone_brick', 'polished_blackstone_brick'].map((name) => whole(name, `${name}s`)),
  ...['stone', 'polished_andesite', 'polished_diorite', 'polished_granite', 'smooth_sandstone', 'smooth_red_sandstone', 'smooth_quartz', 'dark_prismarine'].map((name) => low(name)),
  low('prismarine_brick', 'prismarine_bricks'),
  low('quartz', 'quartz_block|chiseled_quartz_block|quartz_pillar'),
  low('purpur', 'purpur_block|purpur_pillar'),
  ...['smooth_stone', 'cut_sandstone', 'cut_red_sandstone'].map((name) => ({ name, slab: name })),
  ...['sandstone', 'red_sandstone'].map((name) => ({ name, ...sandstone(name) })),
];

function sandstone(name: string): Omit<Masonry, 'name'> {
  const red = name.startsWith('red_') ? 'red_' : '';
  const chiseled = `${name}|chiseled_${red}sandstone`;
  return { slab: chiseled, stairs: `${chiseled}|cut_${red}sandstone`, wall: name };
}

function cuts({ name, slab, stairs, wall }: Masonry): string {
  return [
    slab === undefined ? '' : `${name}_slab*6: bbb: b=${slab}`,
    stairs === undefined ? '' : `${name}_stairs*4: b__ bb_ bbb: b=${stairs}`,
    wall === undefined ? '' : `${name}_wall*6: bbb bbb: b=${wall}`,
  ].join('\n');
}

/** Four of the second make as many of the first. */
const SQUARES: readonly (readonly [string, string])[] = [
  ['stone_bricks*4', 'stone'],
  ['polished_andesite*4', 'andesite'],
  ['polished_diorite*4', 'diorite'],
  ['polished_granite*4', 'granite'],
  ['polished_basalt*4', 'basalt'],
  ['polished_blackstone*4', 'blackstone'],
  ['polished_blackstone_bricks*4', 'polished_blackstone'],
  ['end_stone_bricks*4', 'end_stone'],
  ['quartz_bricks*4', 'quartz_block'],
  ['purpur_block*4', 'popped_chorus_fruit'],
  ['cut_sandstone*4', 'sandstone'],
  ['cut_red_sandstone*4', 'red_sandstone'],
  ['sandstone', 'sand'],
  ['red_sandstone', 'red_sand'],
  ['quartz_block', 'quartz'],
  ['nether_bricks', 'nether_brick'],
  ['bricks', 'brick'],
  ['clay', 'clay_ball'],
  ['prismarine', 'prismarine_shard'],
  ['glowstone', 'glowstone_dust'],
  ['magma_block', 'magma_cream'],
  ['snow_block', 'snowball'],
];

/** Two slabs on each other. */
const CHISELED = [
  ...['stone_brick', 'sandstone', 'red_sandstone', 'polished_blackstone'].map((name) => `chiseled_${name === 'stone_brick' ? 'stone_bricks' : name}: s s: s=${name}_slab`),
  'chiseled_nether_bricks: s s: s=nether_brick_slab',
  'chiseled_quartz_block: s s: s=quartz_slab',
  'purpur_pillar: s s: s=purpur_slab',
];

const OTHERS = `
  andesite*2: diorite + cobblestone
  diorite*2: cq qc: c=cobblestone q=quartz
  granite: diorite + quartz
  coarse_dirt*4: dg gd: d=dirt g=gravel
  mossy_cobblestone: cobblestone + vine
  mossy_stone_bricks: stone_bricks + vine
  quartz_pillar*2: q q: q=quartz_block
  red_nether_bricks: nw wn: n=nether_brick w=nether_wart
  nether_brick_fence*6: bnb bnb: b=nether_bricks n=nether_brick
  prismarine_bricks: sss sss sss: s=prismarine_shard
  dark_prismarine: sss sds sss: s=prismarine_shard d=black_dye
  sea_lantern: scs ccc scs: s=prismarine_shard c=prismarine_crystals
  packed_ice: iii iii iii: i=ice
  blue_ice: iii iii iii: i=packed_ice
  snow*6: bbb: b=snow_block
  stone_button: stone
  stone_pressure_plate: ss: s=stone
  polished_blackstone_button: polished_blackstone
  polished_blackstone_pressure_plate: ss: s=polished_blackstone
  furnace: sss s_s sss: s=#rough_stone
  smoker: _l_ lfl _l_: l=#logs f=furnace
  blast_furnace: iii ifi sss: i=iron_ingot f=furnace s=smooth_stone
  stonecutter: _i_ sss: i=iron_ingot s=stone
  brewing_stand: _r_ sss: r=blaze_rod s=#rough_stone
  lodestone: sss sns sss: s=chiseled_stone_bricks n=netherite_ingot
  respawn_anchor: ooo ggg ooo: o=crying_obsidian g=glowstone
  ender_chest: ooo oeo ooo: o=obsidian e=ender_eye
  enchanting_table: _b_ dod ooo: b=book d=diamond o=obsidian
  beacon: ggg gsg ooo: g=glass s=nether_star o=obsidian
  flower_pot: b_b _b_: b=brick
  glass_bottle*3: g_g _g_: g=glass
  glass_pane*16: ggg ggg: g=glass
  end_crystal: ggg geg gtg: g=glass e=ender_eye t=ghast_tear
  end_rod*4: r c: r=blaze_rod c=popped_chorus_fruit
`;

export const STONE_RECIPES = [
  MASONRY.map(cuts).join('\n'),
  SQUARES.map(([product, of]) => `${product}: mm mm: m=${of}`).join('\n'),
  CHISELED.join('\n'),
  OTHERS,
].join('\n');
