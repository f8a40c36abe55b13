/** Token ids of 10,000 generated rules against Python's tokenizers, a hash for each hundred (tests/oracle/generated-ids.py). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringModel } from '../../pipelines/models.ts';
import { openLm } from '../../src/lm/load.ts';
import { loadTokenizer, type Tokenizer } from '../../src/lm/tokenizer.ts';
import { generatedRules } from '../oracle/generated-rules.ts';
import { ORACLE } from './files/support.ts';
import { unigramTokenizer } from './unigram.ts';

interface Oracle {
  readonly texts: string;
  readonly block: number;
  readonly hashes: Readonly<Record<string, readonly string[]>>;
}

const ENCODERS = join(ORACLE, 'encoders');
const oracle = JSON.parse(readFileSync(join(ORACLE, 'generated-ids.json'), 'utf8')) as Oracle;
let rules: string[] = [];
beforeAll(() => { rules = generatedRules(); });

async function smollm2(): Promise<Tokenizer> {
  const { tokenizer, source } = openLm(await bringModel('smollm2'));
  source.close();
  return tokenizer;
}

const TOKENIZERS: Readonly<Record<string, () => Tokenizer | Promise<Tokenizer>>> = {
  unigram: unigramTokenizer,
  llama3: () => loadTokenizer(join(ENCODERS, 'llama3.tokenizer.json')),
  qwen2: () => loadTokenizer(join(ENCODERS, 'qwen2.tokenizer.json')),
  wordpiece: () => loadTokenizer(join(ENCODERS, 'wordpiece.tokenizer.json')),
  smollm2,
  minilm: async () => loadTokenizer(join(await bringModel('minilm'), 'tokenizer.json')),
};

function blockHash(tokenizer: Tokenizer, texts: readonly string[]): string {
  const numbers = texts.flatMap((text) => [...tokenizer.encode(text, true), -1]);
  const bytes = Buffer.alloc(numbers.length * 4);
  numbers.forEach((number, index) => bytes.writeInt32LE(number, index * 4));
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

it('has the rules that the oracle was made of', () => {
  // Where the generator has changed, the oracle must be made anew.
  expect(createHash('sha256').update(rules.join('\n')).digest('hex')).toBe(oracle.texts);
});

it.each(Object.keys(TOKENIZERS))('%s gives the same ids for every rule', async (name) => {
  const tokenizer = await (TOKENIZERS[name] as () => Tokenizer | Promise<Tokenizer>)();
  const starts = Array.from({ length: rules.length / oracle.block }, (_, index) => index * oracle.block);
  const hashes = starts.map((start) => blockHash(tokenizer, rules.slice(start, start + oracle.block)));
  expect(hashes).toHaveLength(100);
  expect(hashes).toEqual(oracle.hashes[name]);
}, 600_000);
