/** Drawing derived whole numbers from plausible ranges: a pack has one range for each name. */
import type { Facts } from '../core/facts.ts';
import type { Binder } from '../core/rule.ts';
import { given } from './draw.ts';

export type Ranges = Readonly<Record<string, readonly [number, number]>>;

export interface RangeDraws {
  /** A value that was given so far, else a drawn one. */
  wantedCount(b: Binder, name: string): number;
  /** A value that the scenario has, else a drawn one. */
  knownCount(b: Binder, name: string): number;
  /** Given values for those of the names that no rule derives. */
  some(b: Binder, ...names: readonly string[]): Facts;
  /** The same where none of the names is derived yet, of one of them. */
  oneOf(b: Binder, ...names: readonly string[]): Facts;
}

export function drawsFrom(ranges: Ranges): RangeDraws {
  const knownCount = (b: Binder, name: string): number => (b.values.get(name) as number | undefined) ?? b.random.integer(...ranges[name]!);
  const some = (b: Binder, ...names: readonly string[]): Facts => given(b, Object.fromEntries(names.map((name) => [name, knownCount(b, name)])));
  return {
    wantedCount: (b, name) => (b.want[name] as number | undefined) ?? b.random.integer(...ranges[name]!),
    knownCount,
    some,
    oneOf: (b, ...names) => (names.some((name) => b.derived.has(name)) ? [] : some(b, b.random.pick(names))),
  };
}
