/** NeSyS as a section of the report, and as tables and figures of its Markdown. */
import type { Table } from '../../evaluation/table.ts';
import { armTable, differenceTable } from '../../nesys/comparison/tables.ts';
import type { ComparisonResults } from '../../nesys/comparison/results.ts';
import { escapeHtml } from '../escape.ts';
import type { Figure } from '../figures/figure.ts';
import { figuresHtml, tableHtml } from '../html-parts.ts';
import type { MoreMarkdown } from '../markdown.ts';
import type { Section } from '../page-frame.ts';
import { accuracyFigures } from './accuracy-figure.ts';
import { setSections, summarySections } from './page.ts';
import type { NesysResults } from './results.ts';
import { selectionFigure } from './selection-figure.ts';
import { columnTable, ruleTable } from './set-tables.ts';

/** Of all results; each figure has a name of its own. */
export function nesysFigures({ summaries, comparisons }: NesysResults): Figure[] {
  return [...summaries.flatMap(({ summary }) => accuracyFigures(summary.sets, summary.experiment)), ...comparisons.flatMap(comparisonFigures)];
}

function comparisonFigures(results: ComparisonResults): Figure[] {
  return [selectionFigure(results), ...accuracyFigures(results.sets, results.experiment)];
}

/** One section, or none where there are no results; every text that is not markup of ours is escaped. */
export function nesysSections(results: NesysResults, drawings: ReadonlyMap<string, string>): Section[] {
  const { summaries, comparisons } = results;
  const published = summaries.map(({ summary, commit }) => part(`NeSyS: ${summary.experiment}`, summarySections(summary, { figures: accuracyFigures(summary.sets, summary.experiment), drawings, commit })));
  const learnt = comparisons.map((one) => part(`NeSyS, phase 2: ${one.experiment}`, comparisonSections(one, drawings)));
  const parts = [...learnt, ...published];
  return parts.length === 0 ? [] : [{ id: 'nesys', name: 'NeSyS', body: parts.join('\n') }];
}

/** Each part is folded but for its name: the report is of another system. */
function part(title: string, sections: readonly Section[]): string {
  const bodies = sections.map(({ name, body }) => `<h3>${escapeHtml(name)}</h3>\n${body}`);
  return `<details><summary>${escapeHtml(title)}</summary>\n${bodies.join('\n')}\n</details>`;
}

function comparisonSections(results: ComparisonResults, drawings: ReadonlyMap<string, string>): Section[] {
  return [
    { id: 'figures', name: 'Accuracy', body: figuresHtml(comparisonFigures(results), drawings) },
    { id: 'tables', name: 'What was learnt from', body: [armTable(results), differenceTable(results)].map(tableHtml).join('\n') },
    ...setSections(results.sets),
  ];
}

/** Tables of all results but those of the paper, which its own page has. */
export function nesysMarkdown(results: NesysResults): MoreMarkdown {
  const { summaries, comparisons } = results;
  const sets = [...comparisons, ...summaries.map(({ summary }) => summary)].flatMap((one) => one.sets);
  const tables: Table[] = [
    ...comparisons.flatMap((one) => [armTable(one), differenceTable(one)]),
    ...sets.flatMap((set) => [columnTable(set), ...(set.rules.length === 0 ? [] : [ruleTable(set)])]),
  ];
  return { tables, figures: nesysFigures(results) };
}
