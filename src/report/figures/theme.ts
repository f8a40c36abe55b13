/**
 * What all figures look like. Lines and text take the colour of the text around them
 * (`currentColor`), and the colours of series have a contrast of at least 3 with white
 * and with the dark page, so that one drawing serves both.
 */

/** Colours of series, in their order; as many as there are methods. */
export const SERIES_COLOURS = ['#3d7fc7', '#d4691c', '#2b965a', '#9968d0', '#d0485c', '#12909c', '#94742a', '#7b7b7b', '#c2559f', '#6f8a22', '#6d78d6', '#a5694b'];

/** From little to much, for heat maps: from the page's own colour, so that much stands out on light and dark alike. */
export const HEAT_COLOURS = ['#3d7fc714', '#3d7fc7'];

const INK = 'currentColor';

/** Vega-Lite's `config`. */
export const THEME = {
  aria: false,
  background: 'transparent',
  font: 'system-ui, "DejaVu Sans", sans-serif',
  view: { stroke: null },
  range: { category: SERIES_COLOURS },
  axis: {
    labelColor: INK,
    titleColor: INK,
    domainColor: INK,
    tickColor: INK,
    gridColor: INK,
    gridOpacity: 0.13,
    domainOpacity: 0.5,
    tickOpacity: 0.5,
    labelFontSize: 11,
    titleFontSize: 11,
    titleFontWeight: 'normal',
    titlePadding: 8,
  },
  header: { labelColor: INK, titleColor: INK, labelFontSize: 12, labelFontWeight: 'bold', title: null },
  legend: { labelColor: INK, titleColor: INK, labelFontSize: 11, labelLimit: 0, titleFontSize: 11, titleFontWeight: 'normal', orient: 'bottom', symbolOpacity: 1 },
  title: { color: INK, fontSize: 14, anchor: 'start', offset: 12 },
  line: { strokeWidth: 2 },
  point: { size: 40, filled: true, opacity: 1 },
  rule: { strokeWidth: 1.5 },
} as const;
