/** Tools, weapons, armour, blocks of metal, redstone and rails. */

/** Name of the tools, and what they are made of. */
const TOOLS: readonly (readonly [string, string])[] = [
  ['wooden', '#planks'],
  ['stone', '#rough_stone'],
  ['iron', 'iron_ingot'],
  ['golden', 'gold_ingot'],
  ['diamond', 'diamond'],
];

function tools([name, material]: readonly [string, string]): string {
  const legend = `m=${material} s=stick`;
  return `
    ${name}_sword: m m s: ${legend}
    ${name}_pickaxe: mmm _s_ _s_: ${legend}
    ${name}_axe: mm ms _s: ${legend}
    ${name}_shovel: m s s: ${legend}
    ${name}_hoe: mm _s _s: ${legend}
  `;
}

const ARMOUR: readonly (readonly [string, string])[] = [
  ['leather', 'leather'],
  ['iron', 'iron_ingot'],
  ['golden', 'gold_ingot'],
  ['diamond', 'diamond'],
];

function armour([name, material]: readonly [string, string]): string {
  return `
    ${name}_helmet: mmm m_m: m=${material}
    ${name}_chestplate: m_m mmm mmm: m=${material}
    ${name}_leggings: mmm m_m m_m: m=${material}
    ${name}_boots: m_m m_m: m=${material}
  `;
}

/** Nine of the second in one of the first, and back. */
const PACKED: readonly (readonly [string, string])[] = [
  ['iron_ingot', 'iron_nugget'],
  ['gold_ingot', 'gold_nugget'],
  ['iron_block', 'iron_ingot'],
  ['gold_block', 'gold_ingot'],
  ['diamond_block', 'diamond'],
  ['emerald_block', 'emerald'],
  ['lapis_block', 'lapis_lazuli'],
  ['redstone_block', 'redstone'],
  ['coal_block', 'coal'],
  ['netherite_block', 'netherite_ingot'],
  ['slime_block', 'slime_ball'],
  ['bone_block', 'bone_meal'],
  ['hay_block', 'wheat'],
  ['dried_kelp_block', 'dried_kelp'],
];

function packed([block, piece]: readonly [string, string]): string {
  return `${block}: ppp ppp ppp: p=${piece}\n${piece}*9: ${block}`;
}

const METAL = `
  netherite_ingot: netherite_scrap + netherite_scrap + netherite_scrap + netherite_scrap + gold_ingot + gold_ingot + gold_ingot + gold_ingot
  bucket: i_i _i_: i=iron_ingot
  shears: _i i_: i=iron_ingot
  flint_and_steel: iron_ingot + flint
  iron_bars*16: iii iii: i=iron_ingot
  iron_door*3: ii ii ii: i=iron_ingot
  iron_trapdoor: ii ii: i=iron_ingot
  heavy_weighted_pressure_plate: ii: i=iron_ingot
  light_weighted_pressure_plate: gg: g=gold_ingot
  chain: n i n: n=iron_nugget i=iron_ingot
  lantern: nnn ntn nnn: n=iron_nugget t=torch
  soul_lantern: nnn ntn nnn: n=iron_nugget t=soul_torch
  torch*4: c s: c=#coals s=stick
  soul_torch*4: c s g: c=#coals s=stick g=#soul_ground
  cauldron: i_i i_i iii: i=iron_ingot
  anvil: bbb _i_ iii: b=iron_block i=iron_ingot
  hopper: i_i ici _i_: i=iron_ingot c=chest
  compass: _i_ iri _i_: i=iron_ingot r=redstone
  clock: _g_ grg _g_: g=gold_ingot r=redstone
  map: ppp pcp ppp: p=paper c=compass
  conduit: nnn nhn nnn: n=nautilus_shell h=heart_of_the_sea
  turtle_helmet: sss s_s: s=scute
  leather_horse_armor: l_l lll l_l: l=leather
  bow: _st s_t _st: s=stick t=string
  crossbow: sis tht _s_: s=stick i=iron_ingot t=string h=tripwire_hook
  arrow*4: f s w: f=flint s=stick w=feather
  spectral_arrow*2: _g_ gag _g_: g=glowstone_dust a=arrow
  fishing_rod: __s _st s_t: s=stick t=string
  carrot_on_a_stick: r_ _c: r=fishing_rod c=carrot
  warped_fungus_on_a_stick: r_ _f: r=fishing_rod f=warped_fungus
  lead*2: tt_ tb_ __t: t=string b=slime_ball
`;

const REDSTONE = `
  redstone_torch: r s: r=redstone s=stick
  redstone_lamp: _r_ rgr _r_: r=redstone g=glowstone
  repeater: trt sss: t=redstone_torch r=redstone s=stone
  comparator: _t_ tqt sss: t=redstone_torch q=quartz s=stone
  target: _r_ rhr _r_: r=redstone h=hay_block
  observer: ccc rrq ccc: c=cobblestone r=redstone q=quartz
  dispenser: ccc cbc crc: c=cobblestone b=bow r=redstone
  dropper: ccc c_c crc: c=cobblestone r=redstone
  lever: s c: s=stick c=cobblestone
  piston: ppp cic crc: p=#planks c=cobblestone i=iron_ingot r=redstone
  sticky_piston: b p: b=slime_ball p=piston
  tnt: gsg sgs gsg: g=gunpowder s=#any_sand
  rail*16: i_i isi i_i: i=iron_ingot s=stick
  powered_rail*6: g_g gsg grg: g=gold_ingot s=stick r=redstone
  detector_rail*6: i_i ipi iri: i=iron_ingot p=stone_pressure_plate r=redstone
  activator_rail*6: isi iti isi: i=iron_ingot s=stick t=redstone_torch
  minecart: i_i iii: i=iron_ingot
  chest_minecart: c m: c=chest m=minecart
  furnace_minecart: c m: c=furnace m=minecart
  hopper_minecart: c m: c=hopper m=minecart
  tnt_minecart: c m: c=tnt m=minecart
`;

export const METAL_RECIPES = [
  TOOLS.map(tools).join('\n'),
  ARMOUR.map(armour).join('\n'),
  PACKED.map(packed).join('\n'),
  METAL,
  REDSTONE,
].join('\n');
