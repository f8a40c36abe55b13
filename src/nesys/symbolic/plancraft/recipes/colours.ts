/** Dyes, and what is dyed with them. */
import { COLOURS, forEach } from './groups.ts';

const DYES = `
  white_dye: bone_meal|lily_of_the_valley
  orange_dye: orange_tulip
  orange_dye*2: red_dye + yellow_dye
  magenta_dye: allium
  magenta_dye*2: lilac
  magenta_dye*2: purple_dye + pink_dye
  magenta_dye*3: blue_dye + red_dye + pink_dye
  magenta_dye*4: blue_dye + red_dye + red_dye + white_dye
  light_blue_dye: blue_orchid
  light_blue_dye*2: blue_dye + white_dye
  yellow_dye: dandelion
  yellow_dye*2: sunflower
  lime_dye*2: green_dye + white_dye
  pink_dye: pink_tulip
  pink_dye*2: peony
  pink_dye*2: red_dye + white_dye
  gray_dye*2: black_dye + white_dye
  light_gray_dye: azure_bluet|oxeye_daisy|white_tulip
  light_gray_dye*2: gray_dye + white_dye
  light_gray_dye*3: black_dye + white_dye + white_dye
  cyan_dye*2: blue_dye + green_dye
  purple_dye*2: blue_dye + red_dye
  blue_dye: cornflower|lapis_lazuli
  brown_dye: cocoa_beans
  red_dye: poppy|red_tulip|beetroot
  red_dye*2: rose_bush
  black_dye: ink_sac|wither_rose
`;

const SAND_AND_GRAVEL = 'sand + sand + sand + sand + gravel + gravel + gravel + gravel';

const OF_EACH_COLOUR = `
  {}_carpet*3: ww: w={}_wool
  {}_bed: www ppp: w={}_wool p=#planks
  {}_banner: www www _s_: w={}_wool s=stick
  {}_stained_glass*8: ggg gdg ggg: g=glass d={}_dye
  {}_stained_glass_pane*16: ggg ggg: g={}_stained_glass
  {}_stained_glass_pane*8: ggg gdg ggg: g=glass_pane d={}_dye
  {}_terracotta*8: ttt tdt ttt: t=terracotta d={}_dye
  {}_concrete_powder*8: {}_dye + ${SAND_AND_GRAVEL}
`;

/** What is white is dyed in any other colour. */
const DYED = `
  {}_wool: {}_dye + white_wool
  {}_carpet*8: ccc cdc ccc: c=white_carpet d={}_dye
  {}_bed: white_bed + {}_dye
`;

export const COLOUR_RECIPES = [
  DYES,
  'white_wool: ss ss: s=string',
  forEach(COLOURS, OF_EACH_COLOUR),
  forEach(COLOURS.filter((colour) => colour !== 'white'), DYED),
].join('\n');
