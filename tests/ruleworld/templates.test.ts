import { questionIndex } from '../../src/ruleworld/question-index.ts';
import { drawPart, type QuestionPart } from '../../src/ruleworld/question-part.ts';
import { randomStream } from '../../src/random.ts';
import { CHAINS, PAIRS, singleSkeleton } from '../../src/ruleworld/skeletons.ts';
import { factFormula } from '../../src/ruleworld/templates/logic-facts.ts';
import { renderLogic } from '../../src/ruleworld/templates/logic.ts';
import { renderNaturalLanguage } from '../../src/ruleworld/templates/natural-language.ts';
import { foldedName, formsOf } from '../../src/ruleworld/templates/nl-facts.ts';
import { LAYOUTS } from '../../src/ruleworld/templates/nl-layouts.ts';
import { speak, type EventFact, type SettingFact } from '../../src/ruleworld/templates/speech.ts';
import { RELATIONS } from '../../src/ruleworld/types.ts';
import { TINY_RULES } from './tiny-world.ts';

const index = questionIndex(TINY_RULES);
const SKELETONS = [...RELATIONS.map(singleSkeleton), ...PAIRS, ...CHAINS[2], ...CHAINS[3], ...CHAINS[4]];

const chase: EventFact = { kind: 'action', actor: 'A', target: 'B', action: 'chase' };
const drop: EventFact = {
  kind: 'change',
  variable: 'A',
  attribute: { noun: 'horn', adjective: 'strong' },
  verb: 'drop',
  count: 1,
};
const owl: SettingFact = { kind: 'entity', variable: 'A', entity: { noun: 'owl', adjective: null } };
const horns: SettingFact = { kind: 'count', variable: 'A', attribute: { noun: 'horn', adjective: 'strong' }, count: 5 };

function sayings(fact: SettingFact | EventFact): string[] {
  return formsOf(fact).map((form) => form.say(fact, (variable) => variable));
}

function parts(skeleton: (typeof SKELETONS)[number], times = 400): QuestionPart[] {
  const random = randomStream(skeleton.name);
  return Array.from({ length: times }, () => drawPart(index, skeleton, 0, random)).flatMap((part) => part ?? []);
}

describe('clauses', () => {
  it('says an action in active and passive voice', () => {
    expect(sayings(chase)).toEqual([
      'A chases B',
      'A chased B',
      'A has chased B',
      'A is chasing B',
      'B is chased by A',
      'B was chased by A',
      'B has been chased by A',
    ]);
  });

  it('says a change of one', () => {
    expect(sayings(drop)).toEqual([
      'A drops 1 strong horn',
      'A dropped 1 strong horn',
      'A has dropped 1 strong horn',
      'A is dropping 1 strong horn',
      '1 strong horn is dropped by A',
      '1 strong horn was dropped by A',
    ]);
  });

  it('says settings, alone and folded into a name', () => {
    expect(sayings(owl)).toEqual(['A is an owl', 'A was an owl', 'an owl is named A', 'there is an owl A']);
    expect(sayings(horns)).toContain('5 strong horns belong to A');
    expect(foldedName(owl)).toBe('the owl A');
    expect(foldedName(horns)).toBe('A with 5 strong horns');
  });
});

describe('formulas', () => {
  const texts = (fact: SettingFact | EventFact, inflect: number): Set<string> => {
    const random = randomStream('formulas');
    return new Set(Array.from({ length: 200 }, () => factFormula(fact, inflect, random).text));
  };

  it("are the rules' own where nothing is inflected", () => {
    expect(texts(chase, 0)).toEqual(new Set(['Chase(A, B)']));
    expect(texts(horns, 0)).toEqual(new Set(['Has(A, Strong_horn, 5)']));
  });

  it('are inflected otherwise', () => {
    expect(texts(chase, 1)).toEqual(new Set(['Chases(A, B)', 'Chased(A, B)', 'Chasing(A, B)', 'Chased_by(B, A)']));
    expect(texts(drop, 1)).toContain('Strong_horns(A) - 1');
  });
});

describe('coverage', () => {
  it.each(SKELETONS.map((skeleton) => [skeleton.name, skeleton] as const))('%s', (_, skeleton) => {
    const random = randomStream('coverage');
    const drawn = parts(skeleton);
    const layoutsOf = (templates: string[]): Set<string> => new Set(templates.map((name) => name.split('/')[0] ?? ''));
    const NL = drawn.map((part) => renderNaturalLanguage(speak(part, 0.5, random), false, random).template);
    const FOL = drawn.map((part) => renderLogic(speak(part, 0.5, random), 0.5, false, random).template);
    const layouts = skeleton.kind === 'pair' ? LAYOUTS.length : LAYOUTS.filter((layout) => layout.clauses === 1).length;
    expect(layoutsOf(NL).size).toBeGreaterThanOrEqual(layouts);
    expect(layoutsOf(FOL).size).toBe(8);
    expect(new Set(NL).size).toBeGreaterThan(50);
    expect(new Set(FOL).size).toBeGreaterThan(30);
  });
});

describe('paraphrase', () => {
  const [part] = parts(PAIRS[0] as (typeof SKELETONS)[number]);

  it('keeps every word at probability 0 and replaces every one that has a synonym at 1', () => {
    const spoken = (paraphrase: number): unknown => speak(part as QuestionPart, paraphrase, randomStream('s'));
    expect(spoken(0)).toMatchObject({ event: part?.problem.facts.find((fact) => fact.kind === 'action') });
    const text = JSON.stringify(spoken(1));
    for (const word of ['tiny', 'old', 'strong', 'long', 'chase', 'help']) expect(text).not.toContain(`"${word}"`);
  });
});

describe('pronouns', () => {
  it('never stand for one of two individuals in what is asked', () => {
    const random = randomStream('pronouns');
    for (const part of parts(singleSkeleton('Action2State'), 100)) {
      const { ask } = renderNaturalLanguage(speak(part, 0, random), false, random);
      expect(ask).not.toMatch(/\bits?\b/);
      expect(ask).toContain(part.problem.query.variable);
    }
  });
});
