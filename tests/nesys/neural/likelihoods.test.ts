import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../../../pipelines/nesys-likelihoods.ts';
import { initBackend } from '../../../src/backend/init.ts';
import { tf } from '../../../src/backend/tf.ts';
import { loadLm } from '../../../src/lm/load.ts';
import { disposeWeights } from '../../../src/lm/weights.ts';
import { readEvaluationSet } from '../../../src/nesys/data/read-set.ts';
import { openLikelihoodLog } from '../../../src/nesys/neural/likelihood-log.ts';
import { transitionMessages, transitionText } from '../../../src/nesys/neural/prompt.ts';
import { likelihoodsFromRuntime } from '../../../src/nesys/neural/runtime.ts';
import type { ChoiceQuestion } from '../../../src/nesys/question.ts';
import { startFakeServer, type FakeAnswer } from '../../endpoint/fake-server.ts';
import { ORACLE } from '../../lm/files/support.ts';
import { sequenceLogits } from '../../lm/support.ts';

const folder = mkdtempSync(join(tmpdir(), 'nesys-likelihoods-'));
const model = join(folder, 'model');

function question(id: string, state: string, choices: readonly string[]): ChoiceQuestion {
  return { id, environment: 'workshop', label: 'carry', state, action: 'lift', choices, correct: 0 };
}
const QUESTIONS = ['a saw', 'two planks and a nail', 'nothing', 'a lamp', 'glue', 'a rope', 'wood', 'a hammer', 'tin', 'a bell'].map((state, i) =>
  question(`q${i}`, state, i % 3 === 0 ? [`${state} up`] : [`${state} up`, 'nothing at all', `${state} and 7 more`]),
);

beforeAll(async () => {
  await initBackend();
  cpSync(join(ORACLE, 'tiny-lms/llama'), model, { recursive: true });
  const config = JSON.parse(readFileSync(join(model, 'config.json'), 'utf8')) as object;
  writeFileSync(join(model, 'config.json'), JSON.stringify({ ...config, max_position_embeddings: 2048 }));
  writeFileSync(join(folder, 'questions.jsonl'), QUESTIONS.map((one) => `${JSON.stringify(one)}\n`).join(''));
});

const quiet = (): undefined => undefined;

describe('likelihoodsFromRuntime', () => {
  it('sums log-probs of the tokens of each choice behind the prompt', async () => {
    const lm = await loadLm(model);
    const done: number[] = [];
    const found = await likelihoodsFromRuntime(lm, { batchQuestions: 4, prompt: 'instructed' }).logProbs(QUESTIONS, (count) => done.push(count));
    expect(done).toEqual([4, 8, 10]);
    for (const index of [0, 1, 8]) {
      const prompt = lm.tokenizer.encode(transitionText(QUESTIONS[index]!));
      QUESTIONS[index]!.choices.forEach((choice, at) => {
        const tokens = lm.tokenizer.encode(choice);
        const logits = sequenceLogits(lm, [...prompt, ...tokens]);
        const rows = tf.tidy(() => tf.logSoftmax(logits).arraySync() as number[][]);
        logits.dispose();
        const expected = tokens.reduce((sum, token, i) => sum + rows[prompt.length + i - 1]![token]!, 0);
        expect(found[index]![at]).toBeCloseTo(expected, 2);
      });
    }
    disposeWeights(lm.weights);
  });

  it('refuses questions that are too long, and choices without a token', async () => {
    const lm = await loadLm(model);
    const source = likelihoodsFromRuntime(lm, { batchQuestions: 4, prompt: 'instructed' });
    await expect(source.logProbs([question('long', 'x'.repeat(2500), ['y'])])).rejects.toThrow('question long: expected at most 2048 tokens of prompt and choice');
    await expect(source.logProbs([question('empty', 'x', ['y', ''])])).rejects.toThrow('question empty: expected choices of at least one token\n  got: none in choice 1');
    disposeWeights(lm.weights);
  });
});

describe('nesys likelihoods', () => {
  it('writes questions that nesys eval reads, and goes on after a kill', async () => {
    const whole = join(folder, 'whole.jsonl');
    await run({ questions: join(folder, 'questions.jsonl'), model, output: whole, print: quiet });
    const set = readEvaluationSet(whole);
    expect(set.questions.map(({ id }) => id)).toEqual(QUESTIONS.map(({ id }) => id));
    expect(set.environment).toBe('workshop');
    expect(existsSync(`${whole}.part`)).toBe(false);

    // What a killed run leaves: its first line, a chunk, and a torn line.
    const killed = join(folder, 'killed.jsonl');
    const stop = new Error('killed');
    const dieAfterChunk = (line: string): void => {
      if (line.startsWith('8/10')) throw stop;
    };
    await expect(run({ questions: join(folder, 'questions.jsonl'), model, output: killed, print: dieAfterChunk })).rejects.toBe(stop);
    appendFileSync(`${killed}.part`, '{"id":"q8","logPr');
    const said: string[] = [];
    await run({ questions: join(folder, 'questions.jsonl'), model, output: killed, print: (line) => said.push(line) });
    expect(said).toEqual(['8 of 10 questions are done already', '10/10 questions', `${killed}: 10 questions with log-probs of ${model}`]);
    expect(readFileSync(killed, 'utf8')).toBe(readFileSync(whole, 'utf8'));
  });

  it('goes on with the same model in another folder, and not with another one in the same', async () => {
    const [moved, output] = [join(folder, 'moved'), join(folder, 'moved.jsonl')];
    const ask = { questions: join(folder, 'questions.jsonl'), output, print: quiet };
    await run({ ...ask, model, first: 2 });
    cpSync(model, moved, { recursive: true });
    const said: string[] = [];
    await run({ ...ask, model: moved, first: 4, print: (line) => said.push(line) });
    expect(said[0]).toBe('2 of 4 questions are done already');
    const weights = readFileSync(join(moved, 'model.safetensors'));
    weights[weights.length - 2]! ^= 1;
    writeFileSync(join(moved, 'model.safetensors'), weights);
    await expect(run({ ...ask, model: moved, first: 4 })).rejects.toThrow('the unfinished log-probs of this model');
  });
});

describe('nesys likelihoods of an endpoint', () => {
  it('need the name of the model there, and either a folder or an address', async () => {
    const files = { questions: join(folder, 'questions.jsonl'), output: join(folder, 'none.jsonl'), print: quiet };
    await expect(run({ ...files, endpoint: 'http://localhost:1/v1' })).rejects.toThrow('expected --model, or --endpoint and --endpoint-model');
    await expect(run(files)).rejects.toThrow('expected --model, or --endpoint and --endpoint-model');
    await expect(run({ ...files, model, endpoint: 'http://localhost:1/v1', endpointModel: 'm' })).rejects.toThrow('expected --model, or --endpoint and --endpoint-model');
    const endpoint = { endpoint: 'http://localhost:1/v1', endpointModel: 'm' };
    await expect(run({ ...files, ...endpoint, adapters: folder })).rejects.toThrow('expected --endpoint without --adapters and --prompt\n  got: --endpoint with --adapters');
    await expect(run({ ...files, ...endpoint, adapters: folder, prompt: 'bare' })).rejects.toThrow('got: --endpoint with --adapters and --prompt');
    await expect(run({ ...files, endpoint: 'ftp://host', endpointModel: 'm' })).rejects.toThrow('an http or https address');
  });

  it('are written as those of a model folder are', async () => {
    const echo: FakeAnswer = (response, { body }) => {
      const { length } = [...String(body['prompt'])];
      const logprobs = { token_logprobs: new Array(length).fill(-0.5), text_offset: Array.from({ length }, (_, i) => i) };
      response.writeHead(200).end(JSON.stringify({ choices: [{ logprobs }] }));
    };
    const server = await startFakeServer(echo);
    const output = join(folder, 'endpoint.jsonl');
    await run({ questions: join(folder, 'questions.jsonl'), endpoint: server.baseUrl, endpointModel: 'm', output, first: 2, print: quiet });
    await server.close();
    // 'a saw up' has 8 characters, 'two planks and a nail up' 24, 'nothing at all' 14, 'two planks and a nail and 7 more' 32.
    expect(readEvaluationSet(output).questions.map(({ logProbs }) => logProbs)).toEqual([[-4], [-12, -7, -16]]);
  });
});

describe('the log of unfinished work', () => {
  it('is refused for other questions or another model, and where a line is damaged', () => {
    const file = join(folder, 'log.part');
    openLikelihoodLog(file, { model: 'a' }).append([{ id: 'q', logProbs: [-1] }]);
    expect([...openLikelihoodLog(file, { model: 'a' }).known]).toEqual([['q', [-1]]]);
    expect(() => openLikelihoodLog(file, { model: 'b' })).toThrow('the unfinished log-probs of this model');
    appendFileSync(file, '{"id":"r"}\n');
    expect(() => openLikelihoodLog(file, { model: 'a' })).toThrow(`${file}:3: expected a line {id, logProbs}`);
  });
});

it('prompts show state and action, and ask for the next state alone', () => {
  const [system, user] = transitionMessages({ environment: 'webshop', state: 'A page.', action: 'search[x]' });
  expect(system?.content).toContain('WebShop');
  expect(user?.content).toBe('State:\nA page.\n\nAction:\nsearch[x]\n\nWhich state follows?');
});
