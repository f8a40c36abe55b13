import { formatCount, formatDifference, formatFraction, formatPoints, formatProbability, markdownTable, terminalTable, type Table } from '../../src/evaluation/table.ts';

describe('printing', () => {
  const table: Table = { title: 'T', labels: 1, columns: ['method', 'x'], rows: [['a|b', '.5000'], ['longer one', '1.000']] };

  it('formats fractions', () => {
    expect([0.94812, 1, 0, null, 0.99996, 1.27062].map(formatFraction)).toEqual(['.9481', '1.000', '.0000', '–', '1.000', '1.271']);
  });

  it('formats points, differences, probabilities and counts', () => {
    expect([3.04, 12.25, 0, null].map(formatPoints)).toEqual(['3.0', '12.3', '0.0', '–']);
    expect([0.0123, -0.2, 1, 0, -0.00001, null].map(formatDifference)).toEqual(['+.0123', '-.2000', '+1.000', '+.0000', '+.0000', '–']);
    expect([0.0123, 0.0001, 0.00002, 1].map(formatProbability)).toEqual(['.0123', '.0001', '<.0001', '1.000']);
    expect(formatCount(10_000)).toBe('10,000');
  });

  it('writes Markdown', () => {
    expect(markdownTable(table)).toBe('| method | x |\n| --- | ---: |\n| a\\|b | .5000 |\n| longer one | 1.000 |');
  });

  it('aligns columns on a terminal', () => {
    expect(terminalTable(table)).toBe('T\nmethod          x\na|b         .5000\nlonger one  1.000');
  });
});
