/** Decoding with a cache against the whole sequence at once. */
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import type { LanguageModel } from '../../src/lm/forward.ts';
import { generateGreedy, plainHooks, type DecodeHooks, type DecodeInput } from '../../src/lm/generate.ts';
import { sharedPrefixLength } from '../../src/lm/shared-prefix.ts';
import { keepForFile } from '../setup/tensors.ts';
import { tinyModel, tinyPrompt } from '../dynarule/tiny-model.ts';
import { sequenceLogits } from './support.ts';

/** One is longer than the cache's tail, so that a later merge finds a block already there. */
const PROMPTS = [tinyPrompt(5, 'a'), tinyPrompt(2, 'b'), tinyPrompt(36, 'c'), tinyPrompt(3, 'd')];
const FOREVER = { maxNewTokens: 40, stopIds: [], padId: 0 };
let model: LanguageModel;

beforeAll(async () => {
  await initBackend();
  model = keepForFile(tinyModel('generate', { tiedEmbeddings: false }));
});

/** Greedy continuation by running the whole sequence again for each token; also the logits behind each choice. */
function slowly(prompt: readonly number[], count: number): { tokens: number[]; logits: number[][] } {
  const ids = [...prompt];
  const logits: number[][] = [];
  for (let step = 0; step < count; step += 1) {
    const last = tf.tidy(() => sequenceLogits(model, ids).slice([ids.length - 1, 0], [1, -1]).dataSync());
    logits.push(Array.from(last));
    ids.push(last.indexOf(Math.max(...last)));
  }
  return { tokens: ids.slice(prompt.length), logits };
}

/** Hooks that note the logits of each pass, all rows of it, and what went in. */
function listening(): { hooks: DecodeHooks; logits: number[][][]; inputs: DecodeInput[] } {
  const logits: number[][][] = [];
  const inputs: DecodeInput[] = [];
  const plain = plainHooks(model);
  const hooks: DecodeHooks = {
    ...plain,
    embed: (input) => {
      inputs.push(input);
      return plain.embed(input);
    },
    logits: (hidden) => {
      const values = plain.logits(hidden);
      logits.push(values.arraySync());
      return values;
    },
  };
  return { hooks, logits, inputs };
}

it('gives the tokens and logits of the full forward, far beyond the merge of the tail', () => {
  const { hooks, logits } = listening();
  const [tokens] = generateGreedy(model, [PROMPTS[2]!], FOREVER, hooks);
  const expected = slowly(PROMPTS[2]!, FOREVER.maxNewTokens);
  expect(new Set(tokens).size).toBeGreaterThan(3);
  expect(tokens).toEqual(expected.tokens);
  logits.forEach((rows, step) => expect(rows[0]!).toBeAllclose(expected.logits[step]!, { rtol: 0, atol: 1e-4 }));
});

it('gives left-padded rows of a batch the logits that they have alone', () => {
  const { hooks, logits } = listening();
  const batched = generateGreedy(model, PROMPTS, { ...FOREVER, maxNewTokens: 34 }, hooks);
  PROMPTS.forEach((prompt, row) => {
    const alone = listening();
    expect(batched[row]).toEqual(generateGreedy(model, [prompt], { ...FOREVER, maxNewTokens: 34 }, alone.hooks)[0]);
    logits.forEach((rows, step) => expect(rows[row]!).toBeAllclose(alone.logits[step]![0]!, { rtol: 0, atol: 1e-4 }));
  });
});

describe('rows that end', () => {
  /** Two stop tokens that end the rows at different times, chosen from what the rows say. */
  const stops = (): number[] => [slowly(PROMPTS[0]!, 3).tokens[2]!, slowly(PROMPTS[3]!, 6).tokens[5]!];

  it('leave the batch without a change to the others, and without their stop token', () => {
    const stopIds = stops();
    const { hooks, inputs } = listening();
    const together = generateGreedy(model, PROMPTS, { ...FOREVER, stopIds }, hooks);
    const sizes = inputs.map(({ rows }) => rows);
    expect(sizes[0]).toBe(4);
    expect(Math.min(...sizes)).toBeLessThan(4);
    PROMPTS.forEach((prompt, row) => {
      const tokens = generateGreedy(model, [prompt], FOREVER)[0]!;
      const end = tokens.findIndex((token) => stopIds.includes(token));
      expect(together[row]).toEqual(end < 0 ? tokens : tokens.slice(0, end));
    });
  });

  it('are fed padding while they wait for half of the batch', () => {
    const waiting = slowly(PROMPTS[0]!, 1).tokens[0]!;
    const others = PROMPTS.slice(1).map((prompt) => slowly(prompt, 3).tokens);
    expect(others.flat()).not.toContain(waiting); // the first row alone ends, at once
    const { hooks, inputs } = listening();
    generateGreedy(model, PROMPTS, { maxNewTokens: 4, stopIds: [waiting], padId: 7 }, hooks);
    expect(inputs.slice(1).map(({ ids }) => ids[0])).toEqual([7, 7, 7]);
  });
});

describe('prompts that begin alike', () => {
  const COMMON = tinyPrompt(40, 'common');
  const prompts = [5, 1, 9].map((length, row) => [...COMMON, ...tinyPrompt(length, `own ${row}`)]);

  it('have the logits that they have alone, with the beginning read once', () => {
    const { hooks, logits, inputs } = listening();
    const together = generateGreedy(model, prompts, FOREVER, hooks);
    expect(inputs[0]).toMatchObject({ rows: 3, length: 9, padding: [4, 8, 0] });
    prompts.forEach((prompt, row) => {
      const alone = listening();
      expect(together[row]).toEqual(generateGreedy(model, [prompt], FOREVER, alone.hooks)[0]);
      logits.forEach((rows, step) => expect(rows[row]!).toBeAllclose(alone.logits[step]![0]!, { rtol: 0, atol: 1e-4 }));
    });
  });

  it('keep it when rows leave', () => {
    const stop = slowly(prompts[0]!, 2).tokens[1]!;
    const together = generateGreedy(model, prompts, { ...FOREVER, stopIds: [stop] });
    const alone = prompts.map((prompt) => generateGreedy(model, [prompt], { ...FOREVER, stopIds: [stop] })[0]);
    expect(together).toEqual(alone);
    expect(together[0]!.length).toBeLessThan(FOREVER.maxNewTokens);
  });

  it.each([
    ['one prompt', [COMMON], 0],
    ['a short beginning', [COMMON.slice(0, 15), [...COMMON.slice(0, 14), 1, 2]], 0],
    ['a prompt that is the beginning of the other', [COMMON, COMMON.slice(0, 20)], 19],
    ['equal prompts', [COMMON, COMMON], 39],
  ])('share, of %s, all but a last token, and no few tokens', (_, batch, length) => {
    expect(sharedPrefixLength(batch)).toBe(length);
  });
});
