/** The text of pretraining, and how it is cut into batches. */
import { PretrainConfig } from '../../../src/config/pretrain.ts';
import { UserError } from '../../../src/errors.ts';
import { trainTokenizer } from '../../../src/lm/tokenizer-train.ts';
import { tokenizerFromJson } from '../../../src/lm/tokenizer.ts';
import { randomStream } from '../../../src/random.ts';
import { pretrainBatches, type PretrainBatchOptions } from '../../../src/training/pretrain/batches.ts';
import { drawTextExample, encodeText, type TextExample } from '../../../src/training/pretrain/rules-in-context.ts';
import { similarRules } from '../../../src/training/data/similar-rules.ts';
import { TINY_RULES } from '../../ruleworld/tiny-world.ts';

const SOURCE = { rules: TINY_RULES, similar: similarRules(TINY_RULES) };
const WORLD = { index: 0, rules: TINY_RULES };

const parse = (change: object = {}): PretrainConfig =>
  PretrainConfig.parse({
    name: 'tiny',
    steps: 100,
    optimizer: { warmup: 1 },
    mix: { single: 1, parallel: 0, hop: 1 },
    representations: { FOL: 0, NL: 1 },
    model: { maxPositions: 300 },
    batchTokens: 600,
    ...change,
  });

function drawTexts(config: PretrainConfig, distractors: number, count = 30): TextExample[] {
  const random = randomStream('texts');
  return Array.from({ length: count }, () => drawTextExample(SOURCE, config, distractors, random)).filter((text) => text !== null);
}

const rulesOf = ({ prompt }: TextExample): string[] => (prompt.startsWith('Rules:\n') ? prompt.split('\n\n')[0]!.split('\n').slice(1) : []);
const stepsOf = ({ answer }: TextExample): number => answer.split('[Step]').length - 1;

describe('a text', () => {
  it('shows the gold rules, and no more than so many beside them', () => {
    for (const text of drawTexts(parse({ withoutRules: 0 }), 3)) {
      const rules = rulesOf(text);
      expect(new Set(rules).size).toBe(rules.length);
      expect(rules.length).toBeGreaterThanOrEqual(stepsOf(text));
      expect(rules.length).toBeLessThanOrEqual(stepsOf(text) + 3);
      expect(text.answer).toMatch(/^ \[Step\] .* \\boxed\{[^}]+\}$/);
      expect(text.answer).not.toContain('<search>');
    }
    expect(drawTexts(parse({ withoutRules: 0 }), 0).map((text) => rulesOf(text).length - stepsOf(text))).toEqual(
      drawTexts(parse({ withoutRules: 0 }), 0).map(() => 0),
    );
  });

  it('shows no rules in the share that is asked for', () => {
    expect(drawTexts(parse({ withoutRules: 1 }), 3).every((text) => rulesOf(text).length === 0)).toBe(true);
  });

  it('repeats step marks in the share that is asked for, where it shows no rules', () => {
    const marks = (text: TextExample): number => text.answer.match(/ \[Step\] \[Step\] /g)?.length ?? 0;
    const bare = drawTexts(parse({ withoutRules: 1, repeatedMarks: 1 }), 0);
    expect(bare.every((text) => marks(text) > 0 && 2 * marks(text) === stepsOf(text))).toBe(true);
    const some = drawTexts(parse({ withoutRules: 1, repeatedMarks: 0.5 }), 0).filter((text) => marks(text) > 0).length;
    expect(some).toBeGreaterThan(0.2 * bare.length);
    expect(some).toBeLessThan(0.8 * bare.length);
    expect(drawTexts(parse({ withoutRules: 0, repeatedMarks: 1 }), 0).every((text) => marks(text) === 0)).toBe(true);
  });

  it('is weighted: prompt as configured, answer and end mark 1', () => {
    const letters = { vocabSize: 300, encode: (text: string) => Array.from(text, () => 7), decode: () => '', tokenId: () => undefined, json: {} };
    expect(encodeText({ prompt: 'ab', answer: 'cde' }, letters, 1, 0.1)).toEqual({
      ids: [7, 7, 7, 7, 7, 1],
      weights: [0.1, 0.1, 1, 1, 1, 1],
    });
  });
});

describe('batches', () => {
  const texts = drawTexts(parse(), 3, 60).map(({ prompt, answer }) => prompt + answer);
  const tokenizer = tokenizerFromJson(trainTokenizer(texts, { vocabSize: 800, specialTokens: ['<pad>', '<eos>', '[Step]'] }));
  const options = (config: PretrainConfig): PretrainBatchOptions => ({ config, tokenizer, eosId: 1, padId: 0, worldOf: () => WORLD });

  it('are the same for a step whatever was asked for before, and differ from step to step', () => {
    const [straight, jumping] = [pretrainBatches(options(parse())), pretrainBatches(options(parse()))];
    for (const step of [1, 2, 8]) straight.batch(step);
    expect(jumping.batch(9)).toEqual(straight.batch(9));
    expect(jumping.batch(10).ids).not.toEqual(jumping.batch(9).ids);
  });

  it.each([
    [1, [0, 8, 16]],
    [4, [0, 2, 4]],
  ])('come from the world of the step that they belong to, at %i batches a step', (accumulate, steps) => {
    const asked: number[] = [];
    const worldOf = (step: number): typeof WORLD => (asked.push(step), WORLD);
    const batches = pretrainBatches({ ...options(parse({ optimizer: { accumulate } })), worldOf });
    for (const number of [1, 9, 17]) batches.batch(number);
    expect(asked).toEqual(steps);
  });

  it('keep to the tokens of a batch, padding included', () => {
    const batches = pretrainBatches(options(parse()));
    for (let step = 1; step <= 8; step += 1) {
      const { rows, length, tokens } = batches.batch(step);
      expect(rows * length).toBeLessThanOrEqual(600);
      expect(tokens).toBeGreaterThan(0.8 * rows * length);
    }
  });

  it('follow the curriculum of distractors', () => {
    const config = parse({ withoutRules: 0, distractors: [{ from: 0, upTo: 0 }, { from: 0.5, upTo: 10 }] });
    const batches = pretrainBatches(options(config));
    const meanLength = (step: number): number => batches.batch(step).tokens / batches.batch(step).rows;
    const mean = (first: number): number => [0, 1, 2, 3, 4, 5, 6, 7].reduce((sum, at) => sum + meanLength(first + at) / 8, 0);
    // Five rules more on average, of ten tokens or more each.
    expect(mean(65) - mean(1)).toBeGreaterThan(20);
  });

  it('cannot be made where no text fits', () => {
    const config = parse({ model: { maxPositions: 5 } });
    expect(() => pretrainBatches(options(config)).batch(1)).toThrow(UserError);
    expect(() => pretrainBatches(options(config)).batch(1)).toThrow(/model.maxPositions: expected pretraining texts of at most 5 tokens/);
  });
});
