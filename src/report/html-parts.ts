/** Parts of the page that are markup alone: tables, figures, case studies, facts. */
import { STUDIED, type CaseCount, type CaseStudy } from '../analysis/cases.ts';
import { FAULT_KINDS, type FaultKind } from '../analysis/faults.ts';
import { titlesOf } from '../evaluation/paper.ts';
import { formatCount, type Table } from '../evaluation/table.ts';
import { escapeHtml } from './escape.ts';
import { isDrawn, isMissing } from './figures/catalogue.ts';
import { columnsOf } from './figures/files.ts';
import type { Figure, FigureOutcome, MissingFigure } from './figures/figure.ts';

/** A table of ours under its title. */
export function tableHtml(table: Table): string {
  const name = table.columns.indexOf('method');
  const cell = (tag: 'th' | 'td', text: string, index: number): string =>
    `<${tag}${index < table.labels ? ` class="label${index === name ? ' name' : ''}"` : ''}>${escapeHtml(text)}</${tag}>`;
  const row = (tag: 'th' | 'td', cells: readonly string[]): string => {
    const paper = cells.some((text) => text === 'paper' || text.startsWith('paper: ')) ? ' class="paper"' : '';
    return `<tr${paper}>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  };
  const body = table.rows.map((cells) => row('td', cells)).join('\n');
  return `<h3>${escapeHtml(table.title)}</h3>
<div class="scroll" tabindex="0"><table><thead>${row('th', table.columns)}</thead><tbody>
${body}
</tbody></table></div>`;
}

/**
 * All figures, those that lack data behind the others.
 *
 * @param drawings by name of the figure
 */
export function figuresHtml(outcomes: readonly FigureOutcome[], drawings: ReadonlyMap<string, string>): string {
  const shown = outcomes.filter(isDrawn).map((figure) => figureHtml(figure, drawings));
  const lacking = outcomes.filter(isMissing).map(missingHtml);
  const later = lacking.length === 0 ? '' : `\n<h3>Not drawn yet</h3>\n<div class="figures">${lacking.join('\n')}</div>`;
  return `<div class="figures">${shown.join('\n')}</div>${later}`;
}

function missingHtml({ name, title, lacks, command }: MissingFigure): string {
  return `<figure id="${name}" class="missing"><h3>${escapeHtml(title)}</h3>
<p class="quiet">It needs ${escapeHtml(lacks)}. The command:</p><pre><code>${escapeHtml(command)}</code></pre></figure>`;
}

/** @param drawings by name of the figure */
function figureHtml(figure: Figure, drawings: ReadonlyMap<string, string>): string {
  return `<figure id="${figure.name}"><h3>${escapeHtml(figure.title)}</h3>
<div class="scroll" tabindex="0">${drawings.get(figure.name) ?? ''}</div>
<figcaption>${escapeHtml(figure.caption)}</figcaption>
<details><summary>data</summary><div class="scroll" tabindex="0">${dataTable(figure)}</div></details></figure>`;
}

function dataTable({ rows }: Figure): string {
  const columns = columnsOf(rows);
  const line = (tag: 'th' | 'td', cells: readonly string[]): string => `<tr>${cells.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => line('td', columns.map((column) => String(row[column] ?? ''))));
  return `<table><thead>${line('th', columns)}</thead><tbody>${body.join('')}</tbody></table>`;
}

const FAULT_TITLES: Readonly<Record<FaultKind, string>> = { omission: 'Rule omission', 'wrong use': 'Wrong use', operator: 'Operator mismatch', other: 'Other' };

/** An example of each fault that the paper names, and how often each is found. */
export function casesHtml(counts: readonly CaseCount[], studies: readonly CaseStudy[]): string {
  const found = STUDIED.map((kind) => studies.find((study) => study.kind === kind));
  const examples = found.map((study, at) => (study === undefined ? noStudy(STUDIED[at] ?? 'other') : studyHtml(study)));
  return `${examples.join('\n')}\n${tableHtml(casesTable(counts))}`;
}

function casesTable(counts: readonly CaseCount[]): Table {
  return {
    title: 'Wrong answers by what went wrong first',
    labels: 4,
    columns: ['method', 'form', 'rules', 'repository', 'answers', 'wrong', ...FAULT_KINDS.map((kind) => FAULT_TITLES[kind].toLowerCase())],
    rows: counts.map(({ method, representation, ruleCount, repository, answered, wrong, faults }) => [
      titlesOf(method).answers,
      representation,
      formatCount(ruleCount),
      repository,
      formatCount(answered),
      formatCount(wrong),
      ...FAULT_KINDS.map((kind) => formatCount(faults[kind] ?? 0)),
    ]),
  };
}

function noStudy(kind: FaultKind): string {
  return `<h3>${FAULT_TITLES[kind]}</h3><p class="quiet">None was found.</p>`;
}

function studyHtml({ kind, step, reason, record }: CaseStudy): string {
  const { method, representation, ruleCount, repository, subtask, questionId } = record;
  const where = `${titlesOf(method).answers}, ${representation}, ${formatCount(ruleCount)} ${repository} rules, ${subtask}, ${questionId}`;
  return `<h3>${FAULT_TITLES[kind]}</h3>
<p class="where">${escapeHtml(where)}</p>
<blockquote>${escapeHtml(record.question)}</blockquote>
<pre>${escapeHtml(record.text.trim().replaceAll(' <search> ', '\n<search> '))}</pre>
<p class="fault"><b>Step ${step}.</b> ${escapeHtml(reason)}</p>
<p>Answer: <b>${escapeHtml(record.answer ?? '(no box)')}</b>, gold: <b>${escapeHtml(record.gold)}</b></p>`;
}

/** Names with their values. */
export function factsHtml(facts: readonly (readonly [string, string])[]): string {
  const items = facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<dl class="facts">${items.join('')}</dl>`;
}
