/** Facts of the PostgreSQL and the game pack beside the documents that they come from. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { comparePackFacts, GAME_FACTS_UPSTREAM, POSTGRESQL_FACTS_UPSTREAM, UPSTREAM_FOLDER } from '../../../src/ruletrek/import/pack-facts.ts';
import { GAME_PACK } from '../../../src/ruletrek/packs/game/pack.ts';
import { POSTGRESQL_PACK } from '../../../src/ruletrek/packs/postgresql/pack.ts';

describe.each([[POSTGRESQL_PACK, POSTGRESQL_FACTS_UPSTREAM], [GAME_PACK, GAME_FACTS_UPSTREAM]] as const)('facts of %#', (pack, upstream) => {
  const isThere = upstream.sources.every(({ folder }) => existsSync(join(UPSTREAM_FOLDER, folder)));

  it('all stand at their lines in files of the named version; without the files there is nothing to compare', () => {
    expect(comparePackFacts(upstream)).toEqual(isThere ? [] : null);
    expect(comparePackFacts(upstream, 'no-such-folder')).toBeNull();
  });

  it('each is one of a rule', () => {
    const ids = new Set(pack.sources.map(({ id }) => id));
    expect(upstream.facts.filter(({ rule }) => !ids.has(rule))).toEqual([]);
  });
});

it('the game pack names whom its licence asks to name', () => {
  expect(GAME_FACTS_UPSTREAM.attribution).toMatch(/System Reference Document 5\.1.*Creative Commons Attribution 4\.0/);
});
