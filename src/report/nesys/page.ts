/** NeSyS as one HTML file: figures, the paper's tables beside ours, rules, flips, and what does not agree with the paper. */
import { formatPoints } from '../../evaluation/table.ts';
import type { SetSummary } from '../../nesys/tables/set-summary.ts';
import type { Finding, NesysSummary } from '../../nesys/tables/summary.ts';
import { JUDGES } from '../../nesys/tables/judges.ts';
import { escapeHtml } from '../escape.ts';
import type { Figure } from '../figures/figure.ts';
import { factsHtml, figuresHtml, tableHtml } from '../html-parts.ts';
import type { KeyFigure } from '../key-figures.ts';
import { pageHtml, type Section } from '../page-frame.ts';
import { percent } from './percent.ts';
import { columnTable, ruleTable, setTitle } from './set-tables.ts';

export interface NesysPageParts {
  readonly figures: readonly Figure[];
  /** Drawings of the figures by name; see `inlineSvg`. */
  readonly drawings: ReadonlyMap<string, string>;
  readonly commit: string;
}

/** The whole page; every text that is not markup of ours is escaped. */
export function nesysPage(summary: NesysSummary, parts: NesysPageParts): string {
  return pageHtml({
    title: `NeSyS: ${summary.experiment}`,
    lead: "A neural world model corrected by executable rules, from the paper's published log-probs and scores; in tables its figures stand above ours.",
    keyFigures: summary.sets.flatMap(keyFigure),
    sections: summarySections(summary, parts),
    after: '',
  });
}

/** All that is told of a summary, for its own page and for a section of the report. */
export function summarySections(summary: NesysSummary, { figures, drawings, commit }: NesysPageParts): Section[] {
  return [
    { id: 'figures', name: 'Accuracy by column', body: figuresHtml(figures, drawings) },
    { id: 'tables', name: 'Tables', body: paperBody(summary) },
    ...setSections(summary.sets),
    { id: 'findings', name: 'Where numbers and paper disagree', body: [...summary.findings.map(findingHtml), ...summary.checks.map(tableHtml)].join('\n') },
    { id: 'run', name: 'Run', body: factsHtml(factsOf(summary, commit)) },
  ];
}

/** Flips by column, and rules with their weights. */
export function setSections(sets: readonly SetSummary[]): Section[] {
  const ruled = sets.filter(({ rules }) => rules.length > 0);
  return [
    { id: 'flips', name: 'Flips', body: `${note(FLIPS)}\n${sets.map((set) => tableHtml(columnTable(set))).join('\n')}` },
    { id: 'rules', name: 'Rules', body: `${note(RULES)}\n${ruled.map(rulesHtml).join('\n')}` },
  ];
}

const FLIPS =
  'Answers of NeSyS beside those of the neural model alone: from wrong to right (better), from right to wrong (worse), from one wrong choice to another (neither). On dev, weights answer the questions that they were learnt on.';
const RULES =
  'A rule fires on a question where it scores some choice other than 0: in all, and by column. Its weight beside the neural model and among the rules alone was learnt on dev, from 1. It decided a turned answer where another choice would be taken without it.';

/** The average of a test set that rules have scores of. */
function keyFigure(set: SetSummary): KeyFigure[] {
  const average = set.columns.at(-1);
  if (set.split !== 'test' || average === undefined || average.right.nesys === null) return [];
  const [neural, rules, nesys] = JUDGES.map((judge) => formatPoints(percent(average, judge)));
  return [{ name: `NeSyS, ${setTitle(set)}`, value: `${nesys} %`, beside: `neural alone ${neural} · rules alone ${rules}` }];
}

function paperBody({ tables, table4, gains }: NesysSummary): string {
  const layouts = tables.map(({ table, notes }) => `${tableHtml(table)}\n${notes.map(note).join('\n')}`);
  return [...layouts, note(table4), tableHtml(gains)].join('\n');
}

/** Dev can be opened: its firings are much like those of test. */
function rulesHtml(set: SetSummary): string {
  const table = tableHtml(ruleTable(set));
  return set.split === 'test' ? table : `<details><summary>${escapeHtml(setTitle(set))}</summary>\n${table}</details>`;
}

function findingHtml({ title, lines }: Finding): string {
  const items = lines.length === 0 ? '<li>none</li>' : lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('');
  return `<h3>${escapeHtml(title)}</h3>\n<ul>${items}</ul>`;
}

function note(text: string): string {
  return `<p class="quiet">${escapeHtml(text)}</p>`;
}

function factsOf({ experiment, energy, sets }: NesysSummary, commit: string): [string, string][] {
  return [
    ['experiment', experiment],
    ['commit', commit],
    ['γ', energy.scale],
    ['scores clipped to [−1, 1]', energy.clip ? 'yes' : 'no'],
    ['files', [...new Set(sets.map(({ file }) => file))].join(', ')],
  ];
}
