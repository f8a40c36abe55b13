/** Which questions a batch is made of. */
import { UserError } from '../../../src/errors.ts';
import { drawRepresentation, drawSubtask } from '../../../src/training/data/subtask-mix.ts';
import { similarRules } from '../../../src/training/data/similar-rules.ts';
import { randomStream } from '../../../src/random.ts';
import { SUBTASKS } from '../../../src/ruleworld/types.ts';
import { TINY_RULES } from '../../ruleworld/tiny-world.ts';

const DRAWS = 4000;
/** Five standard deviations of a share of 0.5 over 4000 draws: 5 · √(0.25 / 4000) = 0.04. */
const CLOSE = 0.04;

function shares<T>(draw: () => T): Map<T, number> {
  const counts = new Map<T, number>();
  for (let i = 0; i < DRAWS; i += 1) {
    const drawn = draw();
    counts.set(drawn, (counts.get(drawn) ?? 0) + 1 / DRAWS);
  }
  return counts;
}

describe('the mix', () => {
  it('gives families their weights, and sub-tasks of a family equal shares', () => {
    const random = randomStream('mix');
    const found = shares(() => drawSubtask({ single: 3, parallel: 4, hop: 3 }, SUBTASKS, random));
    expect(found.size).toBe(11);
    for (const [subtask, share] of found) {
      const expected = subtask === 'single-rule' ? 0.3 : subtask.startsWith('multi-hop') ? 0.1 : 0.4 / 7;
      expect(Math.abs(share - expected)).toBeLessThan(CLOSE);
    }
  });

  it('never draws a family of weight 0', () => {
    const random = randomStream('none');
    const found = shares(() => drawSubtask({ single: 0, parallel: 0, hop: 1 }, SUBTASKS, random));
    expect([...found.keys()].toSorted()).toEqual(['multi-hop-2', 'multi-hop-3', 'multi-hop-4']);
  });

  it('draws among the sub-tasks that there are questions of', () => {
    const random = randomStream('offered');
    const found = shares(() => drawSubtask({ single: 0, parallel: 0, hop: 1 }, ['single-rule', 'multi-hop-2', 'multi-hop-5'], random));
    expect([...found.keys()].toSorted()).toEqual(['multi-hop-2', 'multi-hop-5']);
  });

  it('says which family has no questions', () => {
    const draw = (): unknown => drawSubtask({ single: 0, parallel: 1, hop: 0 }, ['single-rule', 'multi-hop-5'], randomStream('none'), 'data/train');
    expect(draw).toThrow(UserError);
    expect(draw).toThrow(/data\/train: expected questions of the family parallel: multi-rule-2[^]*got: questions of single-rule, multi-hop-5 alone/);
  });

  it('draws FOL and NL by weight', () => {
    const random = randomStream('forms');
    expect(Math.abs(shares(() => drawRepresentation({ FOL: 1, NL: 3 }, random)).get('FOL')! - 0.25)).toBeLessThan(CLOSE);
    expect([...shares(() => drawRepresentation({ FOL: 0, NL: 1 }, random)).keys()]).toEqual(['NL']);
  });
});

describe('similar rules', () => {
  const similar = similarRules(TINY_RULES);
  const likes = (id: number): number[] => {
    const random = randomStream(`likes ${id}`);
    const ids = Array.from({ length: 60 }, () => similar(TINY_RULES[id]!, random)?.id ?? -1);
    return [...new Set(ids)].filter((other) => other >= 0).toSorted((a, b) => a - b);
  };

  it('share the premise or the affected thing', () => {
    // Rule 1, chase: target drops strong horns. Rule 0 gives strong horns; 2 and 3 also follow from a chase.
    expect(likes(1)).toContain(0);
    expect(likes(1)).not.toContain(1);
    expect(likes(1).every((id) => [0, 2, 3].includes(id))).toBe(true);
    // Rules 10 and 11 have the same entity; 5 and 9 the long wings of 10.
    expect(likes(10)).toEqual([5, 9, 11]);
  });

  it('may be missing', () => {
    // Only rule 8 changes sharp claws, and only it follows from a loss of red tails.
    expect(likes(8)).toEqual([]);
  });
});
