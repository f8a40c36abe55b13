import { questionIndex } from '../../src/ruleworld/question-index.ts';
import { answerOf, drawPart, type QuestionPart } from '../../src/ruleworld/question-part.ts';
import { randomStream } from '../../src/random.ts';
import { CHAINS, PAIRS, partSizes, singleSkeleton, type Skeleton } from '../../src/ruleworld/skeletons.ts';
import { RELATIONS } from '../../src/ruleworld/types.ts';
import { TINY_RULES } from './tiny-world.ts';

const index = questionIndex(TINY_RULES);

function draws(skeleton: Skeleton): QuestionPart[] {
  const random = randomStream(skeleton.name);
  return Array.from({ length: 300 }, () => drawPart(index, skeleton, 0, random)).flatMap((part) => part ?? []);
}

/** Answers that are places, states, changes or counts of pairs; counts that follow from a drawn number are left out. */
function answers(skeleton: Skeleton): string[] {
  const fixed = draws(skeleton).filter((part) => !part.problem.facts.some((fact) => fact.kind === 'count'));
  return [...new Set(fixed.map(answerOf))].sort();
}

const [targetsCount, statesCount, changesCount] = PAIRS as [Skeleton, Skeleton, Skeleton];

describe('skeletons on a hand-made world', () => {
  it.each([
    ['Action2Env>Env2State', ['sleepy']],
    ['Env2State>State2Attr', ['gain 2']],
    ['Action2State>State2Attr', ['lose 1']],
    // sleepy: 2 wings, 3 feathers each; deeply dizzy: 1 tail, 2 claws each
    ['State2Attr>AttrChange2Attr', ['gain 2', 'lose 6']],
    // 3 wings, 3 feathers each
    ['Action2Attr>AttrChange2Attr', ['lose 9']],
    ['Action2Env>Env2State>State2Attr', ['gain 2']],
    ['Env2State>State2Attr>AttrChange2Attr', ['lose 6']],
    ['Action2State>State2Attr>AttrChange2Attr', ['gain 2']],
    ['Action2Env>Env2State>State2Attr>AttrChange2Attr', ['lose 6']],
  ])('%s', (name, expected) => {
    const skeleton = [...CHAINS[2], ...CHAINS[3], ...CHAINS[4]].find((chain) => chain.name === name) as Skeleton;
    expect(answers(skeleton)).toEqual(expected);
  });

  it.each([
    ['Entity2Attr', ['4', '5', '9']],
    ['Action2Env', ['bridge']],
    ['Action2State', ['deeply dizzy']],
    ['Env2State', ['sleepy']],
    ['Action2Attr', ['gain 3', 'lose 2']],
    ['State2Attr', ['gain 2', 'lose 1']],
    // 1 to 5 units given: wings take 3 feathers each, tails add 2 claws each
    ['AttrChange2Attr', ['gain 10', 'gain 2', 'gain 4', 'gain 6', 'gain 8', 'lose 12', 'lose 15', 'lose 3', 'lose 6', 'lose 9']],
  ] as const)('%s alone', (relation, expected) => {
    expect(answers(singleSkeleton(relation))).toEqual(expected);
  });

  it('pairs an entity with a change of the same attribute', () => {
    // 4 horns - 2; 5 wings + 3
    expect(answers(targetsCount)).toEqual(['2', '8']);
    // 5 wings + 2; nothing counts tails
    expect(answers(statesCount)).toEqual(['7']);
    // 9 feathers - 3 for each of 1 to 3 wings; 4 or 5 would be below zero
    expect(answers(changesCount)).toEqual(['0', '3', '6']);
  });

  it('drops counts below zero', () => {
    const parts = draws(changesCount);
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.length).toBeLessThan(300);
    for (const part of parts) expect(Number(answerOf(part))).toBeGreaterThanOrEqual(0);
  });

  it('gives the first count exactly where a final count is asked of no entity', () => {
    for (const skeleton of [...RELATIONS.map(singleSkeleton), ...CHAINS[2], ...PAIRS]) {
      for (const { problem, proof } of draws(skeleton)) {
        const needed = problem.query.kind === 'final' && proof[0]?.relation !== 'Entity2Attr';
        expect(problem.facts.some((fact) => fact.kind === 'count')).toBe(needed);
      }
    }
  });
});

describe('sums of rules', () => {
  it('writes them as at most four sub-questions of one or two rules', () => {
    expect(partSizes(3)).toEqual([[1, 1, 1], [2, 1]]);
    expect(partSizes(5)).toEqual([[2, 1, 1, 1], [2, 2, 1]]);
    expect(partSizes(8)).toEqual([[2, 2, 2, 2]]);
  });
});
