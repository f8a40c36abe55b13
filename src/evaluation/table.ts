/** Tables as text: Markdown, and aligned columns for the terminal. */

/** A table ready for printing. The first `labels` columns are text and stand left. */
export interface Table {
  readonly title: string;
  readonly labels: number;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A fraction as the tables print it: `.9481`, `1.000`; a dash where there is none. */
export function formatFraction(value: number | null): string {
  if (value === null) return '–';
  const text = value.toFixed(4);
  return text.startsWith('0.') ? text.slice(1) : value.toFixed(3);
}

/** Percentage points with one decimal, as Tables 11 and 12 print them: `3.0`; a dash where there are none. */
export function formatPoints(value: number | null): string {
  return value === null ? '–' : value.toFixed(1);
}

/** Signed points: `+0.5`, `−1.2`. */
export function formatSignedPoints(points: number): string {
  return `${points < 0 ? '−' : '+'}${formatPoints(Math.abs(points))}`;
}

/** A signed fraction: `+.0123`, `-.2000`; a dash where there is none. */
export function formatDifference(value: number | null): string {
  if (value === null) return '–';
  const rounded = Number(value.toFixed(4));
  return `${rounded < 0 ? '-' : '+'}${formatFraction(Math.abs(rounded))}`;
}

/** A probability under a hypothesis: `.0123`, `<.0001`. */
export function formatProbability(p: number): string {
  return p < 0.0001 ? '<.0001' : formatFraction(p);
}

/** A number of rules or questions: `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A GitHub table, without its title. */
export function markdownTable(table: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapePipes).join(' | ')} |`;
  const rule = table.columns.map((_, index) => (index < table.labels ? '---' : '---:'));
  return [line(table.columns), `| ${rule.join(' | ')} |`, ...table.rows.map(line)].join('\n');
}

/** The table under its title as a heading. */
export function markdownSection(table: Table): string {
  return `## ${table.title}\n\n${markdownTable(table)}`;
}

/** A Markdown file of nothing but tables. */
export function markdownTables(tables: readonly Table[]): string {
  return tables.map((table) => `${markdownSection(table)}\n`).join('\n');
}

function escapePipes(text: string): string {
  return text.replaceAll('|', '\\|');
}

/** Aligned columns under the title. */
export function terminalTable(table: Table): string {
  const lines = [table.columns, ...table.rows];
  const widths = table.columns.map((_, index) => Math.max(...lines.map((cells) => (cells[index] ?? '').length)));
  const aligned = lines.map((cells) => alignLine(cells, widths, table.labels));
  return [table.title, ...aligned].join('\n');
}

function alignLine(cells: readonly string[], widths: readonly number[], labels: number): string {
  const padded = widths.map((width, index) => {
    const cell = cells[index] ?? '';
    return index < labels ? cell.padEnd(width) : cell.padStart(width);
  });
  return padded.join('  ').trimEnd();
}
