/** Which instances of a benchmark a run has. */
import { UserError } from '../../errors.ts';
import type { Manifest } from '../formats/manifest.ts';

/**
 * The asked ones in the benchmark's order; all for null.
 * @throws UserError for an id that the benchmark does not have
 */
export function chooseInstances({ instances }: Manifest, asked: readonly string[] | null): string[] {
  const all = instances.map(({ id }) => id);
  const unknown = (asked ?? []).filter((id) => !all.includes(id));
  if (unknown.length > 0) {
    const got = `${unknown.join(', ')}; the benchmark has ${all.length} instances, ${all[0]} to ${all.at(-1)}`;
    throw UserError.of({ expected: 'instances of the benchmark', got, where: { key: 'instances' }, fix: 'name some of those, or null for all' });
  }
  return all.filter((id) => asked === null || asked.includes(id));
}
