/** The report as one HTML file that needs nothing beside itself, and no network. */
import { casesHtml, factsHtml, figuresHtml, tableHtml } from './html-parts.ts';
import { pageScript } from './page-files.ts';
import { pageHtml, type Section } from './page-frame.ts';
import { SHOWN_RULES } from './questions.ts';
import type { Report } from './report.ts';

/** What the page has beside the report's text. */
export interface PageParts {
  /** Drawings of the report's figures by name; see `inlineSvg`. */
  readonly drawings: ReadonlyMap<string, string>;
  /** All answered questions; see `createQuestionData`. */
  readonly questions: string;
  /** What other systems have to tell. */
  readonly more?: readonly Section[];
}

/** The whole report; every text that is not markup of ours is escaped. */
export function htmlReport(report: Report, { drawings, questions, more = [] }: PageParts): string {
  return pageHtml({
    title: report.title,
    lead: report.lead,
    keyFigures: report.keyFigures,
    sections: sectionsOf(report, drawings, more),
    after: `<dialog id="view" aria-label="One answered question"><div class="view-bar"><button type="button" id="view-previous">← previous</button><button type="button" id="view-next">next →</button><button type="button" id="view-close">close</button></div><div id="view-body"></div></dialog>
<script type="text/plain" id="records">${questions}</script>
<script type="module">
${pageScript()}</script>
`,
  });
}

function sectionsOf(report: Report, drawings: ReadonlyMap<string, string>, more: readonly Section[]): Section[] {
  const cases = casesHtml(report.cases.counts(), report.cases.studies());
  return [
    { id: 'figures', name: 'Figures', body: figuresHtml(report.figures, drawings) },
    { id: 'tables', name: 'Tables', body: report.tables.map(tableHtml).join('\n') },
    { id: 'cases', name: 'Case studies', body: cases },
    { id: 'questions', name: 'Questions', body: BROWSER },
    ...more,
    { id: 'run', name: 'Run', body: factsHtml(report.facts) },
  ];
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
