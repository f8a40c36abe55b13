/** The report as one HTML file that needs nothing beside itself, and no network. */
import { escapeHtml } from './escape.ts';
import { casesHtml, factsHtml, figureHtml, tableHtml } from './html-parts.ts';
import type { KeyFigure } from './key-figures.ts';
import { pageScript, pageStyle } from './page-files.ts';
import { SHOWN_RULES } from './questions.ts';
import type { Report } from './report.ts';

/** What the page has beside the report's text. */
export interface PageParts {
  /** Drawings of the report's figures by name; see `inlineSvg`. */
  readonly drawings: ReadonlyMap<string, string>;
  /** All answered questions; see `createQuestionData`. */
  readonly questions: string;
}

/** The whole report; every text that is not markup of ours is escaped. */
export function htmlReport(report: Report, { drawings, questions }: PageParts): string {
  const title = escapeHtml(report.title);
  const sections = sectionsOf(report, drawings);
  const links = sections.map(({ id, name }) => `<li><a href="#${id}">${name}</a></li>`).join('');
  const bodies = sections.map(({ id, name, body }) => `<section id="${id}">\n<h2>${name}</h2>\n${body}\n</section>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="icon" href="data:,"><style>
${pageStyle()}</style></head>
<body>
<header><h1>${title}</h1>
<p class="quiet">${escapeHtml(report.lead)}</p></header>
<nav aria-label="Sections"><ul>${links}</ul></nav>
<main>
<div class="tiles">${report.keyFigures.map(tileHtml).join('')}</div>
${bodies}
</main>
<dialog id="view" aria-label="One answered question"><div class="view-bar"><button type="button" id="view-previous">← previous</button><button type="button" id="view-next">next →</button><button type="button" id="view-close">close</button></div><div id="view-body"></div></dialog>
<script type="text/plain" id="records">${questions}</script>
<script type="module">
${pageScript()}</script>
</body>
</html>
`;
}

interface Section {
  readonly id: string;
  readonly name: string;
  readonly body: string;
}

function sectionsOf(report: Report, drawings: ReadonlyMap<string, string>): Section[] {
  const figures = report.figures.map((outcome) => figureHtml(outcome, drawings)).join('\n');
  const cases = casesHtml(report.cases.counts(), report.cases.studies());
  return [
    { id: 'figures', name: 'Figures', body: `<div class="figures">${figures}</div>` },
    { id: 'tables', name: 'Tables', body: report.tables.map(tableHtml).join('\n') },
    { id: 'cases', name: 'Case studies', body: cases },
    { id: 'questions', name: 'Questions', body: BROWSER },
    { id: 'run', name: 'Run', body: factsHtml(report.facts) },
  ];
}

function tileHtml({ name, value, beside }: KeyFigure): string {
  return `<div class="tile"><span>${escapeHtml(name)}</span><b>${escapeHtml(value)}</b><span>${escapeHtml(beside)}</span></div>`;
}

/** What the script fills. */
const BROWSER = `<p class="quiet">Every answer, with its steps and retrievals (the ${SHOWN_RULES} best rules of each). Enter or a click opens one, ← and → go on from there, Escape closes it, / goes to the search.</p>
<noscript><p>The list of questions needs JavaScript; tables and figures do not.</p></noscript>
<p id="loading" role="status">Reading the answers …</p>
<div id="browser" hidden>
<div class="controls"><label for="words">words<input id="words" type="search" placeholder="question, answer, rule" autocomplete="off"></label><div id="filters"></div></div>
<div class="pager"><button type="button" id="previous">←</button><button type="button" id="next">→</button><span id="count" role="status"></span></div>
<div class="scroll"><table id="list"><thead><tr id="heads"></tr></thead><tbody id="rows"></tbody></table></div>
</div>`;
