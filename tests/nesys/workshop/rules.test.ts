import { answerOf, countRight, rightsOf } from '../../../src/nesys/energy.ts';
import type { ScoredQuestion } from '../../../src/nesys/question.ts';
import { scoreQuestions } from '../../../src/nesys/symbolic/rule.ts';
import { ACTIONS } from '../../../src/nesys/workshop/actions.ts';
import { NEEDS } from '../../../src/nesys/workshop/needs.ts';
import { workshopQuestions } from '../../../src/nesys/workshop/questions.ts';
import { WORKSHOP_RULES } from '../../../src/nesys/workshop/rules.ts';

/** Scores that a rule gives to next states of one state and action. */
function scoresOf(id: string, state: string, action: string, ...next: string[]): number[] {
  const rule = WORKSHOP_RULES.rules.find((one) => one.id === id)!;
  return next.map((choice) => rule.score(WORKSHOP_RULES.parse({ state, action, choice })));
}

const SAWING = 'You have 1 log. Tools: worn saw. The furnace is cold.';

it('knows the needs of every action', () => {
  expect(Object.keys(NEEDS)).toEqual(ACTIONS.map(({ text }) => text));
});

describe('the rules', () => {
  it.each([
    ['breakage', SAWING, 'Saw a log.', 'You have 2 planks, 1 scrap. Tools: none. The furnace is cold.', 'You have 2 planks. Tools: worn saw. The furnace is cold.'],
    ['refusal', SAWING, 'Smelt ore.', SAWING, 'You have 1 log, 1 ingot. Tools: worn saw. The furnace is cold.'],
    ['consumption', SAWING, 'Saw a log.', 'You have 2 planks. Tools: worn saw. The furnace is cold.', SAWING],
    ['waiting', 'You have nothing. Tools: none. The furnace is hot.', 'Wait.', 'You have nothing. Tools: none. The furnace is warm.', 'You have nothing. Tools: none. The furnace is hot.'],
    ['anvil', 'You have 1 ingot. Tools: sharp hammer. The furnace is warm.', 'Forge nails.', 'You have 2 nails. Tools: worn hammer. The furnace is warm.', 'You have 2 nails. Tools: sharp hammer. The furnace is warm.'],
  ])('%s tells right from wrong', (id, state, action, right, wrong) => {
    expect(scoresOf(id, state, action, right, wrong)).toEqual([1, -1]);
  });

  it('say nothing of what they cannot read, and of actions that they do not know', () => {
    for (const { id } of WORKSHOP_RULES.rules) {
      expect(scoresOf(id, 'A shed.', 'Saw a log.', SAWING)).toEqual([0]);
      expect(scoresOf(id, SAWING, 'Sing.', SAWING)).toEqual([0]);
    }
  });
});

describe('on questions of the world', () => {
  const { dev } = workshopQuestions({ train: 0, dev: 500, test: 0 }, 'rules');
  const { scores, rules } = scoreQuestions(WORKSHOP_RULES, dev);
  const scored = dev.map(({ id, label, correct, choices }, index): ScoredQuestion => ({ id, label, correct, logProbs: choices.map(() => 0), scores: scores[index]! }));

  it('no rule speaks against what is right', () => {
    for (const { scores: rows, correct } of scored) for (const row of rows) expect(row?.[correct] ?? 0).toBeGreaterThanOrEqual(0);
  });

  it('together they know much, but leave yields and by-products open', () => {
    const ones = rules.map(() => 1);
    const { right, total } = countRight(rightsOf(scored, ones, { by: 'rules' }));
    expect(right / total).toBeGreaterThan(0.5);
    expect(right / total).toBeLessThan(0.9);
    const open = scored.filter((question) => answerOf(question, ones, { by: 'rules' }) !== question.correct);
    const share = (label: string): number => open.filter((question) => question.label === label).length / open.length;
    expect(share('yield') + share('byproduct')).toBeGreaterThan(share('wear') + share('works'));
  });
});
