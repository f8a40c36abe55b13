/** Draws figures: Vega-Lite → SVG, and SVG → PNG. The same figure gives the same bytes on one machine. */
import { Resvg } from '@resvg/resvg-js';
import { parse, resetSVGDefIds, View, Warn } from 'vega';
import { compile, type TopLevelSpec } from 'vega-lite';
import type { Figure } from './figure.ts';
import { THEME } from './theme.ts';

/** Pixels of a PNG for each unit of its drawing. */
const PNG_SCALE = 2;

/** Room around a drawing that stands alone. */
const PADDING = 12;

/** On a page of its own a drawing follows the reader's choice of light or dark. */
const STANDALONE_STYLE = '<style>svg { color: #1b1b1b; background: #fff } @media (prefers-color-scheme: dark) { svg { color: #e4e4e4; background: #161616 } }</style>';

/** A drawing for a page that has its own heading and colours; its ids begin with the figure's name. */
export async function inlineSvg(figure: Figure): Promise<string> {
  return draw(figure, {});
}

/** A drawing that is a file: with its title, light or dark as the viewer is. */
export async function standaloneSvg(figure: Figure): Promise<string> {
  const svg = await draw(figure, { title: figure.title, padding: PADDING });
  return `${svg.replace(/^(<svg[^>]*>)/, `$1${STANDALONE_STYLE}`)}\n`;
}

/** A standalone drawing as an image, dark on white. */
export function pngOf(svg: string): Buffer {
  const drawn = new Resvg(svg, { background: 'white', fitTo: { mode: 'zoom', value: PNG_SCALE }, font: { defaultFontFamily: 'DejaVu Sans' } });
  return drawn.render().asPng();
}

async function draw(figure: Figure, around: { readonly title?: string; readonly padding?: number }): Promise<string> {
  const spec = { ...figure.spec, data: { values: figure.rows }, config: THEME, ...around } as unknown as TopLevelSpec;
  const view = new View(parse(compile(spec).spec), { renderer: 'none', logLevel: Warn });
  // Ids of clip paths are counted through a process: without this they would depend on what was drawn before.
  resetSVGDefIds();
  const svg = await view.toSVG();
  view.finalize();
  const label = `role="img" aria-label="${attributeText(figure.title)}"`;
  return ownIds(svg, figure.name).replace('<svg ', `<svg ${label} `);
}

/** Ids are one space in a page with several drawings. */
function ownIds(svg: string, name: string): string {
  return svg.replaceAll(/(id="|url\(#)((?:clip|gradient)\d)/g, `$1${name}-$2`);
}

function attributeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
