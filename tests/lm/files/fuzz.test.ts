/**
 * Model files cut at random places and with flipped bits in their headers: each is read, or refused with an error
 * that names the file; nothing crashes, hangs, or takes memory for what a damaged length says.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../../src/errors.ts';
import { randomStream, type Random } from '../../../src/random.ts';
import { ggufChat } from '../../../src/lm/files/chat-files.ts';
import { openGguf } from '../../../src/lm/files/gguf.ts';
import { ggufAsHf, ggufConfig } from '../../../src/lm/files/gguf-hf.ts';
import { openSafetensors } from '../../../src/lm/files/safetensors.ts';
import type { TensorSource } from '../../../src/lm/tensor-source.ts';
import { ggufTokenizerJson } from '../../../src/lm/tokenizer-gguf.ts';
import { tokenizerFromJson } from '../../../src/lm/tokenizer.ts';
import { ORACLE, temporaryFolder, TINY } from './support.ts';

const TIMES = 1000;
const folder = temporaryFolder();

interface Target {
  readonly name: string;
  readonly file: string;
  /** Bytes before the tensors' data. */
  headerBytes(bytes: Buffer): number;
  /** Reads everything but into tensors. */
  readAll(path: string): void;
}

function readTensors(source: TensorSource): void {
  try {
    for (const name of source.names()) source.read(name);
  } finally {
    source.close();
  }
}

const TARGETS: Target[] = [
  {
    name: 'safetensors',
    file: join(TINY, 'types.safetensors'),
    headerBytes: (bytes) => 8 + Number(bytes.readBigUInt64LE()),
    readAll: (path) => readTensors(openSafetensors(path)),
  },
  {
    name: 'GGUF',
    file: join(ORACLE, 'families', 'llama3.gguf'),
    // All tensors but the divisors are named blk.…, output… or token_embd…; the table of them ends the header.
    headerBytes: (bytes) => bytes.lastIndexOf('.weight') + 64,
    readAll: (path) => {
      const file = openGguf(path);
      try {
        const config = ggufConfig(file);
        tokenizerFromJson(ggufTokenizerJson(file), path).encode('a tiny cat');
        ggufChat(file)?.prompt([{ role: 'user', content: 'a' }]);
        for (const name of file.names()) file.read(name);
        ggufAsHf(file, config).names();
      } finally {
        file.close();
      }
    },
  },
];

/** How often a damaged file was refused; anything but a clear error fails the test. */
function refusals(target: Target, damage: (bytes: Buffer, random: Random) => Buffer, seed: string): number {
  const bytes = readFileSync(target.file);
  const random = randomStream(seed);
  const path = join(folder, `damaged-${target.name}`);
  let refused = 0;
  for (let time = 0; time < TIMES; time += 1) {
    writeFileSync(path, damage(bytes, random));
    try {
      target.readAll(path);
    } catch (error) {
      if (!(error instanceof UserError) || !error.message.includes(path)) throw new Error(`time ${time}`, { cause: error });
      refused += 1;
    }
  }
  return refused;
}

describe.each(TARGETS.map((target) => [target.name, target] as const))('%s', (name, target) => {
  it('is refused wherever it is cut', () => {
    expect(refusals(target, (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length - 1)), `cut ${name}`)).toBe(TIMES);
  });

  it('is read or refused with flipped bits in its header', () => {
    const flip = (bytes: Buffer, random: Random): Buffer => {
      const flipped = Buffer.from(bytes);
      const at = random.integer(0, target.headerBytes(bytes) - 1);
      flipped[at] = (flipped[at] as number) ^ (1 << random.integer(0, 7));
      return flipped;
    };
    const before = process.memoryUsage().arrayBuffers;
    const refused = refusals(target, flip, `flip ${name}`);
    // Names, tokens and merges may change into others that are as good.
    expect(refused).toBeGreaterThan(TIMES / 20);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e9);
  });
});
