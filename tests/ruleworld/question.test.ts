import { drawQuestion, questionOfSeed } from '../../src/ruleworld/question.ts';
import { randomStream } from '../../src/random.ts';
import { solve } from '../../src/ruleworld/solver.ts';
import { SUBTASKS, type WorldQuestion, type Rule, type Subtask } from '../../src/ruleworld/types.ts';
import { scaledCounts, WorldSettings } from '../../src/ruleworld/world-config.ts';
import { generateWorld } from '../../src/ruleworld/world.ts';

const world = generateWorld(WorldSettings.parse({ counts: scaledCounts(12_000) }), 'question-test');
const PER_SUBTASK = 30;
const sample = new Map<Subtask, WorldQuestion[]>(
  SUBTASKS.map((subtask) => [
    subtask,
    Array.from({ length: PER_SUBTASK }, (_, at) => questionOfSeed(world, subtask, `test-${at}`)),
  ]),
);
const all = [...sample.values()].flat();
const goldOf = (question: WorldQuestion): Rule[] =>
  question.steps.flatMap((step) => step.gold.map((id) => world.rules[id] as Rule));

/** Rules a sub-task needs: the number in its name, 1 for single-rule. */
const ruleCount = (subtask: Subtask): number => Number(subtask.split('-').at(-1)) || 1;

describe.each(SUBTASKS)('%s', (subtask) => {
  const questions = sample.get(subtask) ?? [];

  it('uses the number of rules of its name, each once, one a step', () => {
    for (const question of questions) {
      const ids = question.steps.flatMap((step) => step.gold);
      expect(ids).toHaveLength(ruleCount(subtask));
      expect(question.steps).toHaveLength(ruleCount(subtask));
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it('is answered by its gold rules, and by no fewer', () => {
    for (const question of questions) {
      const gold = goldOf(question);
      expect(solve(question.problem, gold)).toBe(question.answer);
      for (const rule of gold) {
        const fewer = gold.filter((other) => other !== rule);
        expect(() => expect(solve(question.problem, fewer)).toBe(question.answer)).toThrow();
      }
    }
  });

  it('gives each part letters of its own, in the order of the alphabet', () => {
    for (const { problem } of questions) {
      const letters = problem.parts.map((part) => lettersOf(part.facts));
      expect(letters.flat().join('')).toBe('ABCDEFGH'.slice(0, letters.flat().length));
    }
  });

  it('has one answer a part', () => {
    for (const question of questions) {
      expect(question.answer.split(', ')).toHaveLength(question.problem.parts.length);
      expect(question.answer).toMatch(/^(?:\d+|(?:gain|lose) \d+|[a-z]+(?: [a-z]+)?)(?:, (?:\d+|[a-z]+(?: [a-z\d]+)?))*$/);
    }
  });
});

function lettersOf(facts: WorldQuestion['problem']['parts'][number]['facts']): string[] {
  const names = facts.flatMap((fact) => (fact.kind === 'action' ? [fact.actor, fact.target] : [fact.variable]));
  return [...new Set(names)].sort();
}

describe('every question', () => {
  it('keeps places and states that it asks for to itself', () => {
    for (const question of all.filter(({ problem }) => problem.parts.length === 1)) {
      if (/\d/.test(question.answer)) continue;
      expect(question.question.NL).not.toContain(question.answer);
      expect(question.question.FOL.toLowerCase()).not.toContain(question.answer.replaceAll(' ', '_'));
    }
  });

  it('asks for as many things as it has parts', () => {
    for (const { question, problem } of all) {
      expect(question.FOL.match(/\?/g)).toHaveLength(problem.parts.length);
      expect(question.NL).toMatch(/[?.]$/);
    }
  });

  it('names every variable in both texts', () => {
    for (const { question, problem } of all) {
      for (const letter of problem.parts.flatMap((part) => lettersOf(part.facts))) {
        expect(question.NL).toMatch(new RegExp(`\\b${letter}\\b`));
        expect(question.FOL).toMatch(new RegExp(`\\b${letter}\\b`));
      }
    }
  });

  it('has no count below zero or above 99', () => {
    for (const value of all.flatMap((question) => question.answer.split(', '))) {
      if (/^\d+$/.test(value)) expect(Number(value)).toBeLessThanOrEqual(99);
      expect(value).not.toContain('-');
    }
  });
});

describe('drawing', () => {
  it('is the same for the same seed and differs for another', () => {
    expect(questionOfSeed(world, 'multi-rule-5', 'x')).toEqual(questionOfSeed(world, 'multi-rule-5', 'x'));
    expect(questionOfSeed(world, 'multi-rule-5', 'x').question).not.toEqual(questionOfSeed(world, 'multi-rule-5', 'y').question);
    expect(questionOfSeed(world, 'multi-hop-2', 'x')).toMatchObject({ id: 'multi-hop-2/x', provenance: { seed: 'x' } });
  });

  it('weights relations as told', () => {
    const none = { Entity2Attr: 0, State2Attr: 0, AttrChange2Attr: 0, Action2Env: 0, Action2Attr: 0, Action2State: 0, Env2State: 0 };
    const random = randomStream('weights');
    for (let draw = 0; draw < 20; draw += 1) {
      const question = drawQuestion(world, 'single-rule', random, { relationWeights: { ...none, Env2State: 1 } });
      expect(question?.provenance.skeleton).toBe('Env2State');
    }
  });

  it('joins the two steps of a pair where a step is a question', () => {
    const question = questionOfSeed(world, 'multi-rule-8', 'joined', { stepGranularity: 'question' });
    expect(question.steps.map((step) => step.gold.length)).toEqual([2, 2, 2, 2]);
    expect(question.steps[0]?.explanation.NL).toMatch(/^\w is an? .*; /);
    const chain = questionOfSeed(world, 'multi-hop-4', 'joined', { stepGranularity: 'question' });
    expect(chain.steps.map((step) => step.gold.length)).toEqual([1, 1, 1, 1]);
  });

  it('says which sub-task a world has no question of', () => {
    const entities = { rules: world.rules.filter((rule) => rule.relation === 'Entity2Attr') };
    expect(() => questionOfSeed(entities, 'multi-hop-4', 's')).toThrow('no valid multi-hop-4 question');
  });
});
