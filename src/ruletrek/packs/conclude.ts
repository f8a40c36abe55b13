/** Rules that conclude one value each: `value` is undefined where the rule does not apply. */
import type { Facts, Value } from '../core/facts.ts';
import { TO_CENT } from '../core/money.ts';
import type { Binder, RuleContext, RuleModule } from '../core/rule.ts';
import type { ValueType } from '../formats/vocabulary.ts';
import type { Random } from '../../random.ts';

interface Conclusion {
  readonly type?: ValueType;
  readonly reads?: RuleModule['reads'];
  readonly value: (c: RuleContext) => Value | undefined;
  readonly bind: (b: Binder) => Facts;
}

export type Conclude = (id: string, name: string, conclusion: Conclusion) => RuleModule;

/**
 * How a pack writes its rules: `id` without the pack's name; the value is a whole number where no type is named.
 *
 * @param root kind of the record that a scenario has once; `base` draws it where a scenario has none yet
 */
export function concluder(pack: string, root: string, base: (random: Random) => Facts): Conclude {
  return (id, name, { type = 'integer', reads = {}, value, bind }) => ({
    id: `${pack}.${id}`, emits: { [name]: type }, reads, rounding: TO_CENT,
    bind: (b) => {
      const drawn = b.facts.some(({ kind }) => kind === root) ? [] : base(b.random);
      return [...drawn, ...bind({ ...b, facts: [...b.facts, ...drawn] })];
    },
    when: (c) => value(c) !== undefined,
    then: (c) => ({ [name]: value(c)! }),
  });
}

/** A positive number; anything else does not count. */
export function positive(number: number): number | undefined {
  return number > 0 ? number : undefined;
}

/** The sum of the values that apply, of which there must be two at least. */
export function sumOfSome(c: RuleContext, names: readonly string[]): number | undefined {
  const parts = names.map((name) => c.optionalCount(name)).filter((part) => part !== undefined);
  return parts.length < 2 ? undefined : parts.reduce((a, b) => a + b, 0);
}
