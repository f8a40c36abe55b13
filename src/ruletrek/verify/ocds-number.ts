/** Acceptance number 10: releases merged into records as OCDS publishes them, and the procurement pack's facts at their places. */
import { compareCompiledReleases, OCDS_FOLDER } from '../import/ocds.ts';
import { compareOcdsFacts, OCDS_FACTS } from '../import/ocds-facts.ts';
import type { AcceptanceNumber } from './numbers.ts';

export function ocdsNumber(folder = OCDS_FOLDER): AcceptanceNumber {
  const [records, facts] = [compareCompiledReleases(folder), compareOcdsFacts(folder)];
  if (records === null || facts === null) return { number: 10, text: `no upstream data: ${folder} is not there`, state: 'skipped' };
  const different = records.filter(({ equal }) => !equal).map(({ name }) => name);
  const text = `OCDS compiled releases ${records.length - different.length}/${records.length} as published${different.length > 0 ? `, others: ${different.join('; ')}` : ''}; ${OCDS_FACTS.facts.length} facts of the procurement pack, not at their place upstream: ${facts.length}`;
  return { number: 10, text, state: different.length === 0 && records.length > 0 && facts.length === 0 ? 'met' : 'missed' };
}
