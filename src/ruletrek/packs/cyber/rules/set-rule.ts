/** Rules that say which records are of some kind: each emits the set of their ids. */
import { TO_CENT } from '../../../core/money.ts';
import type { RuleContext, RuleModule } from '../../../core/rule.ts';
import { idText } from '../sets.ts';

interface SetOptions extends Partial<Pick<RuleModule, 'reads'>>, Pick<RuleModule, 'id' | 'bind'> {
  /** Name of the set. */
  readonly name: string;
  readonly members: (c: RuleContext) => readonly string[];
}

/** The rule applies where there is a member. */
export function setRule({ id, name, members, reads = {}, bind }: SetOptions): RuleModule {
  return {
    id,
    emits: { [name]: 'text' },
    reads,
    rounding: TO_CENT,
    when: (c) => members(c).length > 0,
    then: (c) => ({ [name]: idText(members(c)) }),
    bind,
  };
}
