/** docs/methods.md has a row for every method of the configuration, and for no other. */
import { readFileSync } from 'node:fs';
import { METHOD_NAMES } from '../../src/config/evaluation.ts';

it('lists every method once', () => {
  const text = readFileSync('docs/methods.md', 'utf8');
  const rows = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1] as string);
  expect(rows.toSorted()).toEqual([...METHOD_NAMES].sort());
});
