/** What SmolLM2-135M-Instruct takes, beside transformers in PyTorch (f32, CPU) and llama.cpp with the same file. */
import { join } from 'node:path';
import { bringModel } from '../pipelines/models.ts';
import { decodeThreads } from '../src/lm/decode-threads.ts';
import { generateGreedy } from '../src/lm/generate.ts';
import { ggufPath, loadLm, openLm, type LoadedLm } from '../src/lm/load.ts';
import type { Tokenizer } from '../src/lm/tokenizer.ts';
import { disposeWeights } from '../src/lm/weights.ts';
import { startPeer } from './peer.ts';
import { peerWork } from './stage2-peer.ts';
import { smollm2Spec } from './stage2-spec.ts';
import { againstPython, THREADS, timed, type Measured, type Print } from './work.ts';
import { against, rate } from './work-result.ts';

/** As it stands in every prompt of the measurement: its tokens do not matter, their number does. */
const WORDS = 'If A is a tiny cat, it has 4 strong horns. ';
const DECODE_PROMPT = 64;
const PREFILL_PROMPT = 512;
const ROUNDS = 5;
const TOKENS_A_ROUND = 32;
/** Of the stage-2 step, in megabytes. */
const MEMORY_LIMIT = 8000;
const TOKENS = 'tokens/s';
const TRANSFORMERS = ['torch', 'transformers', 'gguf', 'accelerate'];

/** Tokens/s of one sequence with a cache, against transformers. Our side has the threads that `ask`, `chat` and `serve` take. */
export async function decode(print: Print): Promise<Measured[]> {
  const folder = await bringModel('smollm2', print);
  const path = ggufPath(folder) ?? folder;
  const { config, tokenizer, source } = openLm(folder);
  source.close();
  const prompt = promptOf(tokenizer, DECODE_PROMPT);
  const child = startPeer(ourScript('decode-child.ts'), { model: folder, prompt }, decodeThreads(config) ?? THREADS);
  const ours = async (count: number): Promise<number> => (await child.run(count)).seconds;
  const sides = { work: { model: path, prompt, mode: 'decode', threads: THREADS }, ours, steps: TOKENS_A_ROUND, rounds: ROUNDS };
  const transformers = await againstPython(print, TRANSFORMERS, 'decoder.py', sides);
  const llama = await againstPython(print, ['llama_cpp'], 'llama_cpp_decode.py', sides);
  await child.close();
  return [
    { result: rate('smollm2-decode', transformers, 1, TOKENS), limit: { atLeast: 1 } },
    { result: rate('smollm2-decode-llama.cpp', llama, 1, TOKENS), limit: { atLeast: 0.3 } },
  ];
}

/** Tokens/s of reading a prompt of 512 tokens. */
export async function prefill(print: Print): Promise<Measured[]> {
  const { lm, path } = await load(print);
  const prompt = promptOf(lm.tokenizer, PREFILL_PROMPT);
  const work = { model: path, prompt, mode: 'prefill', threads: THREADS };
  const ours = timed(() => generateGreedy(lm, [prompt], { maxNewTokens: 1, stopIds: [], padId: 0 }));
  const comparison = await againstPython(print, TRANSFORMERS, 'decoder.py', { work, ours, steps: 1, rounds: ROUNDS });
  disposeWeights(lm.weights);
  return [{ result: rate('smollm2-prefill', comparison, PREFILL_PROMPT, TOKENS), limit: { atLeast: 0.8 } }];
}

/** Tokens/s of a stage-2 step of 8 × 160 tokens with 1,000 rules, and its peak memory. */
export async function stage2(print: Print): Promise<Measured[]> {
  const folder = await bringModel('smollm2', print);
  const open = openLm(folder);
  open.source.close();
  const spec = smollm2Spec(open.config);
  const tokens = spec.examples.reduce((sum, { ids }) => sum + ids.length, 0);
  const child = startPeer(ourScript('stage2-child.ts'), { model: folder }, THREADS);
  let megabytes = 0;
  const ours = async (steps: number): Promise<number> => {
    const answer = await child.run(steps);
    ({ megabytes } = answer);
    return answer.seconds;
  };
  const comparison = await againstPython(print, ['torch'], 'stage2_step.py', { work: peerWork(spec, THREADS), ours, steps: 1, rounds: ROUNDS });
  await child.close();
  return [
    { result: rate('smollm2-stage2-step', comparison, tokens, TOKENS), limit: { atLeast: 0.8 } },
    { result: against('smollm2-stage2-memory', megabytes, MEMORY_LIMIT, 'MB'), limit: { atMost: 1 } },
  ];
}

async function load(print: Print): Promise<{ lm: LoadedLm; path: string }> {
  const folder = await bringModel('smollm2', print);
  return { lm: await loadLm(folder), path: ggufPath(folder) ?? folder };
}

function promptOf(tokenizer: Tokenizer, length: number): number[] {
  const ids = tokenizer.encode(WORDS.repeat(length));
  return ids.slice(0, length);
}

/** The command of a work of ours in a process of its own. */
function ourScript(name: string): string[] {
  return [process.execPath, '--import', 'tsx', join(import.meta.dirname, name)];
}
