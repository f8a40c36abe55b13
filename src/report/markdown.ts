/** A report as Markdown. */
import { markdownSection, type Table } from '../evaluation/table.ts';
import type { Figure, FigureOutcome } from './figures/figure.ts';
import { exampleOf, type Example, type ExampleStep } from './example.ts';
import type { Report } from './report.ts';

/**
 * The whole report as one Markdown file.
 *
 * @param more tables and figures of other systems
 */
export function markdownReport(report: Report, more: MoreMarkdown = { tables: [], figures: [] }): string {
  const facts = report.facts.map(([name, value]) => `- ${name}: ${value}`).join('\n');
  const [tables, others] = [report.tables, more.tables].map((list) => list.map(markdownSection)) as [string[], string[]];
  const examples = report.examples.map((record, index) => exampleSection(exampleOf(record), index + 1));
  const parts = [`# ${report.title}`, facts, ...tables, ...report.figures.map(figureSection), ...others, ...more.figures.map(figureSection), '## Example questions', ...examples];
  return `${parts.join('\n\n')}\n`;
}

export interface MoreMarkdown {
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
}

/** @returns the drawing, which stands in the folder `figures` beside the report, or how it is made */
function figureSection(outcome: FigureOutcome): string {
  const heading = `## ${outcome.title}`;
  if (outcome.kind === 'missing') return `${heading}\n\nNot drawn yet: it needs ${outcome.lacks}. The command:\n\n${fenced([outcome.command])}`;
  return `${heading}\n\n![${outcome.title}](figures/${outcome.name}.svg)\n\n${plain(outcome.caption)}`;
}

/** Text whose marks Markdown would read, a question among it. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|]/g, '\\$&');
}

function exampleSection(example: Example, number: number): string {
  const steps = example.steps.map((step, index) => stepLines(step, index + 1));
  return [
    `### ${number}. ${example.heading}`,
    fenced([`Question: ${example.question}`, ...steps.flat(), `Answer: ${example.answer}`, `Gold:   ${example.gold}`]),
  ].join('\n\n');
}

function stepLines(step: ExampleStep, number: number): string[] {
  return [
    `Step ${number}: ${step.text}`,
    ...step.gold.map((text) => `    gold      ${text}`),
    ...step.retrieved.map((text) => `    retrieved ${text}`),
  ];
}

/** What a model wrote is data: it stands in a fence longer than any fence it may contain. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
