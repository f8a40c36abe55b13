/** Facts of the PostgreSQL pack beside the documentation that they come from. */
import { comparePostgresqlFacts, POSTGRESQL_FOLDER, POSTGRESQL_UPSTREAM } from '../../../src/ruletrek/import/postgresql-facts.ts';
import { POSTGRESQL_PACK } from '../../../src/ruletrek/packs/postgresql/pack.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const isThere = POSTGRESQL_UPSTREAM.sources.every(({ folder }) => existsSync(join(POSTGRESQL_FOLDER, folder)));

it('all facts stand at their lines in files of the named version; without the files there is nothing to compare', () => {
  expect(comparePostgresqlFacts()).toEqual(isThere ? [] : null);
  expect(comparePostgresqlFacts('no-such-folder')).toBeNull();
});

it('every fact is one of a rule', () => {
  const ids = new Set(POSTGRESQL_PACK.sources.map(({ id }) => id));
  expect(POSTGRESQL_UPSTREAM.facts.filter(({ rule }) => !ids.has(rule))).toEqual([]);
});
