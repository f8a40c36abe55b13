/** What is made of wood, and of wood with little else. */
import { forEach, FUNGI, TREES, trunks, WOODS } from './groups.ts';

const OF_EACH_WOOD = `
  {}_stairs*4: p__ pp_ ppp: p={}_planks
  {}_slab*6: ppp: p={}_planks
  {}_fence*3: psp psp: p={}_planks s=stick
  {}_fence_gate: sps sps: p={}_planks s=stick
  {}_door*3: pp pp pp: p={}_planks
  {}_trapdoor*2: ppp ppp: p={}_planks
  {}_button: {}_planks
  {}_pressure_plate: pp: p={}_planks
  {}_sign*3: ppp ppp _s_: p={}_planks s=stick
`;

const OF_EACH_TREE = `
  {}_boat: p_p ppp: p={}_planks
  {}_wood*3: ll ll: l={}_log
  stripped_{}_wood*3: ll ll: l=stripped_{}_log
`;

const OF_EACH_FUNGUS = `
  {}_hyphae*3: ss ss: s={}_stem
  stripped_{}_hyphae*3: ss ss: s=stripped_{}_stem
`;

const OF_ANY_WOOD = `
  stick*4: p p: p=#planks
  stick: b b: b=bamboo
  crafting_table: pp pp: p=#planks
  chest: ppp p_p ppp: p=#planks
  trapped_chest: chest + tripwire_hook
  barrel: psp p_p psp: p=#planks s=#wooden_slabs
  bowl*4: p_p _p_: p=#planks
  ladder*3: s_s sss s_s: s=stick
  scaffolding*6: bsb b_b b_b: b=bamboo s=string
  composter: s_s s_s sss: s=#wooden_slabs
  bookshelf: ppp bbb ppp: p=#planks b=book
  lectern: sss _b_ _s_: s=#wooden_slabs b=bookshelf
  loom: ss pp: s=string p=#planks
  fletching_table: ff pp pp: f=flint p=#planks
  smithing_table: ii pp pp: i=iron_ingot p=#planks
  cartography_table: aa pp pp: a=paper p=#planks
  grindstone: sbs p_p: s=stick b=stone_slab p=#planks
  note_block: ppp prp ppp: p=#planks r=redstone
  jukebox: ppp pdp ppp: p=#planks d=diamond
  beehive: ppp hhh ppp: p=#planks h=honeycomb
  daylight_detector: ggg qqq sss: g=glass q=quartz s=#wooden_slabs
  item_frame: sss sls sss: s=stick l=leather
  painting: sss sws sss: s=stick w=#wool
  armor_stand: sss _s_ sbs: s=stick b=smooth_stone_slab
  campfire: _s_ scs lll: s=stick c=#coals l=#logs
  soul_campfire: _s_ sgs lll: s=stick g=#soul_ground l=#logs
  shield: pip ppp _p_: p=#planks i=iron_ingot
  tripwire_hook*2: i s p: i=iron_ingot s=stick p=#planks
`;

/** Shapeless: a trunk anywhere in the grid. */
const PLANKS = WOODS.map((wood) => `${wood}_planks*4: ${trunks(wood).join('|')}`).join('\n');

export const WOOD_RECIPES = [
  PLANKS,
  forEach(WOODS, OF_EACH_WOOD),
  forEach(TREES, OF_EACH_TREE),
  forEach(FUNGI, OF_EACH_FUNGUS),
  OF_ANY_WOOD,
].join('\n');
