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

/** A GitHub table, without its title. */
export function markdownTable(table: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapePipes).join(' | ')} |`;
  const rule = table.columns.map((_, index) => (index < table.labels ? '---' : '---:'));
  return [line(table.columns), `| ${rule.join(' | ')} |`, ...table.rows.map(line)].join('\n');
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
