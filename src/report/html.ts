/** A report as one HTML file that needs nothing beside itself. */
import type { Table } from '../evaluation/table.ts';
import { exampleOf, type Example, type ExampleStep } from './example.ts';
import type { Report } from './report.ts';

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 90rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a; background: #fff; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .5rem; text-align: right; border-bottom: 1px solid #ddd; white-space: nowrap; }
th.label, td.label { text-align: left; }
tr.paper td { color: #666; font-style: italic; }
.scroll { overflow-x: auto; }
details { margin: .5rem 0; } summary { cursor: pointer; }
pre { white-space: pre-wrap; background: #f5f5f5; padding: .6rem; }
@media (prefers-color-scheme: dark) { body { color: #ddd; background: #181818; } th, td { border-color: #444; } pre { background: #242424; } tr.paper td { color: #999; } }
`;

/** The whole report; every text that is not markup of ours is escaped. */
export function htmlReport(report: Report): string {
  const title = escapeHtml(report.title);
  const facts = report.facts.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const examples = report.examples.map((record) => exampleHtml(exampleOf(record)));
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body>
<h1>${title}</h1>
<dl>${facts.join('')}</dl>
${report.tables.map(tableHtml).join('\n')}
<h2>Example questions</h2>
${examples.join('\n')}
</body>
</html>
`;
}

/** Makes text safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function tableHtml(table: Table): string {
  const cell = (tag: 'th' | 'td', text: string, index: number): string =>
    `<${tag}${index < table.labels ? ' class="label"' : ''}>${escapeHtml(text)}</${tag}>`;
  const row = (tag: 'th' | 'td', cells: readonly string[]): string => {
    const paper = cells.some((text) => text.startsWith('paper: ')) ? ' class="paper"' : '';
    return `<tr${paper}>${cells.map((text, index) => cell(tag, text, index)).join('')}</tr>`;
  };
  const body = table.rows.map((cells) => row('td', cells)).join('\n');
  return `<h2>${escapeHtml(table.title)}</h2>
<div class="scroll"><table><thead>${row('th', table.columns)}</thead><tbody>
${body}
</tbody></table></div>`;
}

function exampleHtml(example: Example): string {
  const steps = example.steps.map((step) => `<li>${stepHtml(step)}</li>`);
  return `<details open><summary>${escapeHtml(example.heading)}</summary>
<pre>${escapeHtml(example.question)}</pre>
<ol>${steps.join('')}</ol>
<p>Answer: <b>${escapeHtml(example.answer)}</b>, gold: <b>${escapeHtml(example.gold)}</b></p></details>`;
}

function stepHtml(step: ExampleStep): string {
  const list = (title: string, items: readonly string[]): string =>
    items.length === 0 ? '' : `<br>${title}:<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  return `${escapeHtml(step.text)}${list('gold', step.gold)}${list('retrieved', step.retrieved)}`;
}
