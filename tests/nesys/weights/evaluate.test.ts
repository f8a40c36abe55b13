import { clipSet, evaluateSets } from '../../../src/nesys/weights/evaluate.ts';
import { question, setOf } from '../questions.ts';

const options = { scale: '1', clip: false } as const;
// The rule is against the right choice, which the neural model finds alone; turned round it helps.
const dev = setOf([question([-1, -2], [[-2, 2]]), question([-2, -1], [[-2, 2]])], 'dev.json');
const test = setOf([question([-2, -1], [[-2, 2]]), question([-1, -2], [[-2, 2]]), question([-2, -1], [null])], 'test.json');

describe('evaluateSets', () => {
  it('learns weights on dev, for the rules beside the neural model and alone', () => {
    expect(evaluateSets(test, dev, options)).toEqual({
      neural: [false, true, false],
      rules: [true, true, true],
      nesys: [true, true, false],
      weights: [-2],
      rulesWeights: [-2],
    });
  });

  it('takes each weight as 1 without dev', () => {
    expect(evaluateSets(test, null, options)).toMatchObject({ weights: [1], rulesWeights: [1], nesys: [false, false, false] });
  });

  it('clips scores of dev and test', () => {
    expect(clipSet(test, true).questions[0]!.scores).toEqual([[-1, 1]]);
    expect(clipSet(test, false)).toBe(test);
    // The neural model is 1.5 ahead; a score of 2 turns that, and one of 1 does not.
    const turned = setOf([question([-1, -2.5], [[0, 2]])]);
    expect(evaluateSets(turned, null, { scale: '1', clip: false }).nesys).toEqual([false]);
    expect(evaluateSets(turned, null, { scale: '1', clip: true }).nesys).toEqual([true]);
  });

  it('tells rules apart by id where both files have ids, and by count otherwise', () => {
    const [one, two] = [setOf([question([-1, -2], [[1, 0], null])], 'test.json'), setOf([question([-1, -2], [[1, 0], null])], 'dev.json')];
    const named = (ids: readonly string[]) => evaluateSets({ ...one, ruleIds: ['pays', 'gains'] }, { ...two, ruleIds: ids }, options);
    expect(named(['pays', 'gains']).weights).toEqual([1, 1]);
    expect(() => named(['pays', 'moves'])).toThrow('dev.json rules[1].id: expected the rules of test.json in their order, of which rule 1 (from 0) is gains\n  got: moves');
    expect(() => named(['gains', 'pays'])).toThrow('rule 0 (from 0) is pays\n  got: gains');
    expect(evaluateSets({ ...one, ruleIds: ['pays', 'gains'] }, two, options).weights).toEqual([1, 1]);
    expect(evaluateSets(one, { ...two, ruleIds: ['pays', 'moves'] }, options).weights).toEqual([1, 1]);
  });

  it('refuses weights of another rule set', () => {
    const other = setOf([question([-1, -2], [[1, 0], null])], 'other.json');
    expect(() => evaluateSets(test, other, options)).toThrow('other.json: expected scores of the 1 rules of test.json\n  got: scores of 2 rules');
    expect(() => evaluateSets(test, { ...dev, model: 'qwen' }, options)).toThrow('dev.json: expected the model of test.json, llama\n  got: qwen');
    expect(() => evaluateSets(test, { ...dev, environment: 'plancraft' }, options)).toThrow('the environment of test.json, webshop');
    expect(evaluateSets(test, { ...dev, model: null }, options).weights).toEqual([-2]);
  });
});
