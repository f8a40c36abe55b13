/** SmolLM2-135M-Instruct against transformers (tests/oracle/smollm2.py). Brings the model where it is not cached: 98 MB. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringModel } from '../../pipelines/models.ts';
import { initBackend } from '../../src/backend/init.ts';
import { generateGreedy } from '../../src/lm/generate.ts';
import { loadLm, type LoadedLm } from '../../src/lm/load.ts';
import { keepForFile } from '../setup/tensors.ts';
import { ORACLE } from './files/support.ts';
import { sequenceLogits } from './support.ts';

interface OraclePrompt {
  readonly text: string;
  readonly ids: number[];
  readonly greedy: number[];
  readonly top1: number[];
  readonly logit: number[];
  /** Best logit less the second best, by position. */
  readonly margin: number[];
}
interface Oracle { readonly strings: { text: string; ids: number[] }[]; readonly prompts: OraclePrompt[] }

const oracle = JSON.parse(readFileSync(join(ORACLE, 'smollm2.json'), 'utf8')) as Oracle;
/** Less than this between the best two logits, and the order of floating-point sums decides. */
const CLOSE = 0.01;
const END_OF_TURN = '<|im_end|>';
let model: LoadedLm;

beforeAll(async () => {
  const folder = await bringModel('smollm2');
  await initBackend();
  model = await loadLm(folder);
  keepForFile(model.weights);
}, 600_000);

it.each(oracle.strings)('tokenizes string %#', ({ text, ids }) => {
  expect(model.tokenizer.encode(text)).toEqual(ids);
  expect(model.tokenizer.decode(ids)).toBe(text);
});

it.each(oracle.prompts)('has the same most likely token at every position of prompt %#', ({ ids, greedy, top1, logit, margin }) => {
  const logits = sequenceLogits(model, [...ids, ...greedy]);
  const best = logits.argMax(1);
  const largest = logits.max(1);
  const others = [...best.dataSync()].flatMap((token, position) => (token !== top1[position] && (margin[position] as number) > CLOSE ? [position] : []));
  expect(others).toEqual([]);
  // The oracle keeps three decimals.
  expect(largest).toBeAllclose(logit, { atol: 2e-3 });
  for (const tensor of [logits, best, largest]) tensor.dispose();
});

it('continues every prompt as the reference does, all in one batch, unless two tokens are as good as equal', () => {
  const stop = model.tokenizer.tokenId(END_OF_TURN) ?? -1;
  const maxNewTokens = Math.max(...oracle.prompts.map(({ greedy }) => greedy.length));
  const written = generateGreedy(model, oracle.prompts.map(({ ids }) => ids), { maxNewTokens, stopIds: [stop], padId: stop });
  const divergences = oracle.prompts.flatMap(({ text, ids, greedy, margin }, index) => {
    // What is written leaves the end mark out.
    const at = greedy.findIndex((token, position) => (written[index]?.[position] ?? stop) !== token);
    return at === -1 ? [] : [{ text, at, margin: margin[ids.length - 1 + at] as number }];
  });
  expect(divergences.filter(({ margin }) => margin > CLOSE)).toEqual([]);
});
