/** Puts printed results into the README, between two marks, so that no figure in it is typed by hand. */
import { markdownTable, type Table } from '../evaluation/table.ts';
import { UserError } from '../errors.ts';

/** The lines between which the results stand. */
export const RESULTS_BEGIN = '<!-- results:begin -->';
export const RESULTS_END = '<!-- results:end -->';

/** The README with the block between the marks replaced. @throws UserError where the marks are not there, once and in order */
export function replaceResults(readme: string, block: string): string {
  const [before, afterBegin, ...more] = readme.split(RESULTS_BEGIN);
  const [, after, ...moreEnds] = afterBegin?.split(RESULTS_END) ?? [];
  if (before === undefined || after === undefined || more.length + moreEnds.length > 0) {
    throw UserError.of({
      expected: `${RESULTS_BEGIN} and ${RESULTS_END} in this order, once each`,
      got: 'other marks',
      where: { file: 'README.md' },
      fix: 'put the two marks on lines of their own, where the tables are to stand',
    });
  }
  return `${before}${RESULTS_BEGIN}\n\n${block}\n\n${RESULTS_END}${after}`;
}

/** The block: each table under its title, and where the figures come from. */
export function resultsBlock(tables: readonly Table[], source: string): string {
  const parts = tables.map((table) => `**${table.title}**\n\n${markdownTable(table)}`);
  return [...parts, `<sub>${source}</sub>`].join('\n\n');
}
