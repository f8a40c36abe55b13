/** The frame of a page that is one file and asks the network for nothing: style, heading, key figures, sections. */
import { escapeHtml } from './escape.ts';
import type { KeyFigure } from './key-figures.ts';
import { pageStyle } from './page-files.ts';

export interface Section {
  readonly id: string;
  readonly name: string;
  /** Markup of ours, in which every other text is escaped already. */
  readonly body: string;
}

export interface PageFrame {
  readonly title: string;
  /** The page in a sentence. */
  readonly lead: string;
  readonly keyFigures: readonly KeyFigure[];
  readonly sections: readonly Section[];
  /** Markup after the sections: dialogs, data, scripts. */
  readonly after: string;
}

export function pageHtml({ title, lead, keyFigures, sections, after }: PageFrame): string {
  const name = escapeHtml(title);
  const links = sections.map((section) => `<li><a href="#${section.id}">${section.name}</a></li>`).join('');
  const bodies = sections.map((section) => `<section id="${section.id}">\n<h2>${section.name}</h2>\n${section.body}\n</section>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${name}</title>
<link rel="icon" href="data:,"><style>
${pageStyle()}</style></head>
<body>
<header><h1>${name}</h1>
<p class="quiet">${escapeHtml(lead)}</p></header>
<nav aria-label="Sections"><ul>${links}</ul></nav>
<main>
<div class="tiles">${keyFigures.map(tileHtml).join('')}</div>
${bodies}
</main>
${after}</body>
</html>
`;
}

function tileHtml({ name, value, beside }: KeyFigure): string {
  return `<div class="tile"><span>${escapeHtml(name)}</span><b>${escapeHtml(value)}</b><span>${escapeHtml(beside)}</span></div>`;
}
