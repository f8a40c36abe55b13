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

  it('refuses weights of another rule set', () => {
    const other = setOf([question([-1, -2], [[1, 0], null])], 'other.json');
    expect(() => evaluateSets(test, other, options)).toThrow('other.json: expected scores of the 1 rules of test.json\n  got: scores of 2 rules');
    expect(() => evaluateSets(test, { ...dev, model: 'qwen' }, options)).toThrow('dev.json: expected the model of test.json, llama\n  got: qwen');
    expect(() => evaluateSets(test, { ...dev, environment: 'plancraft' }, options)).toThrow('the environment of test.json, webshop');
    expect(evaluateSets(test, { ...dev, model: null }, options).weights).toEqual([-2]);
  });
});
