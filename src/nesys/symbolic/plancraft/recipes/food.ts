/** Food, plants, and what comes of animals and monsters. */
export const FOOD_RECIPES = `
  bread: www: w=wheat
  cake: mmm ses www: m=milk_bucket s=sugar e=egg w=wheat
  cookie*8: wcw: w=wheat c=cocoa_beans
  pumpkin_pie: pumpkin + sugar + egg
  mushroom_stew: red_mushroom + brown_mushroom + bowl
  beetroot_soup: bowl + beetroot + beetroot + beetroot + beetroot + beetroot + beetroot
  rabbit_stew: cooked_rabbit + carrot + baked_potato + brown_mushroom|red_mushroom + bowl
  golden_apple: ggg gag ggg: g=gold_ingot a=apple
  golden_carrot: nnn ncn nnn: n=gold_nugget c=carrot
  glistering_melon_slice: nnn nmn nnn: n=gold_nugget m=melon_slice
  melon: mmm mmm mmm: m=melon_slice
  melon_seeds: melon_slice
  pumpkin_seeds*4: pumpkin
  jack_o_lantern: p t: p=carved_pumpkin t=torch
  sugar: sugar_cane
  sugar*3: honey_bottle
  honey_block: bb bb: b=honey_bottle
  honey_bottle*4: honey_block + glass_bottle + glass_bottle + glass_bottle + glass_bottle
  honeycomb_block: hh hh: h=honeycomb
  nether_wart_block: www www www: w=nether_wart
  paper*3: sss: s=sugar_cane
  book: paper + paper + paper + leather
  writable_book: book + ink_sac + feather
  leather: hh hh: h=rabbit_hide
  bone_meal*3: bone
  blaze_powder*2: blaze_rod
  magma_cream: blaze_powder + slime_ball
  ender_eye: ender_pearl + blaze_powder
  fermented_spider_eye: spider_eye + brown_mushroom + sugar
  fire_charge*3: blaze_powder + #coals + gunpowder
  shulker_box: s c s: s=shulker_shell c=chest
  creeper_banner_pattern: paper + creeper_head
  skull_banner_pattern: paper + wither_skeleton_skull
  flower_banner_pattern: paper + oxeye_daisy
  mojang_banner_pattern: paper + enchanted_golden_apple
`;
