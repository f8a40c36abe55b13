/** RuleTrek as a section of the report and as a page of its own: figures, tables, and trials to browse. */
import { allTables } from '../../ruletrek/tables/all-tables.ts';
import { benchmarkTables } from '../../ruletrek/tables/benchmark.ts';
import { estimateMean } from '../../ruletrek/tables/estimate.ts';
import { headline } from '../../ruletrek/tables/measures.ts';
import { isCounted, ofTask, type ScoredRun } from '../../ruletrek/tables/scored-run.ts';
import type { Table } from '../../evaluation/table.ts';
import { escapeHtml } from '../escape.ts';
import type { Figure } from '../figures/figure.ts';
import { figuresHtml, tableHtml } from '../html-parts.ts';
import type { KeyFigure } from '../key-figures.ts';
import type { MoreMarkdown } from '../markdown.ts';
import { trialsScript } from '../page-files.ts';
import { pageHtml, type Section } from '../page-frame.ts';
import { causeFigures } from './cause-figure.ts';
import { complexityFigures } from './complexity-figure.ts';
import { gapFigures } from './gap-figure.ts';
import type { RuletrekRun } from './results.ts';
import { spendingFigures } from './spending-figure.ts';
import { trialData } from './trial-data.ts';

/** None where there are no runs. */
export function ruletrekFigures(runs: readonly RuletrekRun[]): Figure[] {
  const scored = scoredRuns(runs);
  return scored.length === 0 ? [] : [...complexityFigures(scored), ...gapFigures(scored), ...causeFigures(scored), ...spendingFigures(scored)];
}

function scoredRuns(runs: readonly RuletrekRun[]): ScoredRun[] {
  return runs.map(({ summary }) => ({ name: summary.name, trials: summary.trials }));
}

/** Those of all runs, and of the benchmark of the first. */
export function ruletrekTables(runs: readonly RuletrekRun[]): Table[] {
  const [first] = runs;
  return first === undefined ? [] : [...allTables(scoredRuns(runs)), ...benchmarkTables(first.summary.benchmark)];
}

export function ruletrekMarkdown(runs: readonly RuletrekRun[]): MoreMarkdown {
  return { tables: ruletrekTables(runs), figures: ruletrekFigures(runs) };
}

/** One section, or none where there are no runs; every text that is not markup of ours is escaped. */
export function ruletrekSections(runs: readonly RuletrekRun[], drawings: ReadonlyMap<string, string>): Section[] {
  return runs.length === 0 ? [] : [{ id: 'ruletrek', name: 'RuleTrek', body: [figuresBody(runs, drawings), foldedTables(runs), trialsBody(runs)].join('\n') }];
}

/** The report is of another system: there, tables are folded. */
function foldedTables(runs: readonly RuletrekRun[]): string {
  return `<details><summary>Tables of ${runs.length === 1 ? 'one run' : `${runs.length} runs`}: ${escapeHtml(runs.map(({ summary }) => summary.name).join(', '))}</summary>\n${ruletrekTables(runs).map(tableHtml).join('\n')}\n</details>`;
}

/** A page of RuleTrek alone. */
export function ruletrekPage(runs: readonly RuletrekRun[], drawings: ReadonlyMap<string, string>): string {
  return pageHtml({
    title: `RuleTrek: ${runs.map(({ summary }) => summary.name).join(', ')}`,
    lead: "Agents that find and apply rules in a workspace. The paper's stated figures stand beside ours; its instances are not ours.",
    keyFigures: scoredRuns(runs).flatMap(keyFigure),
    sections: [
      { id: 'figures', name: 'Figures', body: figuresBody(runs, drawings) },
      { id: 'tables', name: 'Tables', body: ruletrekTables(runs).map(tableHtml).join('\n') },
      { id: 'trials', name: 'Trials', body: trialsBody(runs) },
    ],
    after: '',
  });
}

function keyFigure({ name, trials }: ScoredRun): KeyFigure[] {
  const counted = trials.filter(isCounted);
  const of = (task: 'RI' | 'RD' | 'E2E'): string => estimateMean(ofTask(counted, task), headline, `tile/${task}`)?.mean.toFixed(1) ?? '–';
  return [{ name, value: of('E2E'), beside: `E2E of 100 · RI ${of('RI')} · RD ${of('RD')} · ${counted.length} trials` }];
}

function figuresBody(runs: readonly RuletrekRun[], drawings: ReadonlyMap<string, string>): string {
  return figuresHtml(ruletrekFigures(runs), drawings);
}

function trialsBody(runs: readonly RuletrekRun[]): string {
  return `<h3>Trials</h3>
<p class="quiet">Every trial, with what the agent read and ran, its answer, and what was missed; long texts are cut here, and whole in the run folder. A click or Enter opens one below the list.</p>
<noscript><p>The list of trials needs JavaScript; tables and figures do not.</p></noscript>
<div id="trials-browser" hidden><div class="controls" id="trials-filters"></div>
<div class="pager"><button type="button" id="trials-previous">←</button><button type="button" id="trials-next">→</button><span id="trials-count" role="status"></span></div>
<div class="scroll"><table><thead><tr id="trials-heads"></tr></thead><tbody id="trials-rows"></tbody></table></div>
<div id="trials-view" aria-live="polite"></div></div>
<script type="text/plain" id="trials-data">${trialData(runs)}</script>
<script type="module">
${trialsScript()}</script>`;
}
