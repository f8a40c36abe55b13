import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { Encoder as EncoderSchema } from '../../src/config/encoder.ts';
import { createEncoder } from '../../src/encoder/create.ts';
import { encoderFingerprint } from '../../src/encoder/fingerprint.ts';
import { encoderOf } from '../../src/rulebook/known-encoders.ts';
import { ORACLE } from '../lm/files/support.ts';

const MODELS = {
  minilm: join(ORACLE, 'minilm-tiny'),
  'bge-m3': join(ORACLE, 'encoders', 'xlm-roberta'),
  'qwen3-embedding': join(ORACLE, 'encoders', 'qwen3-embedding'),
};

let folder = '';

/** A folder of models, with one that is no encoder among them. */
beforeAll(async () => {
  await initBackend();
  folder = mkdtempSync(join(tmpdir(), 'known-encoders-'));
  for (const [kind, from] of Object.entries(MODELS)) cpSync(from, join(folder, kind), { recursive: true });
  mkdirSync(join(folder, 'another'));
  // The oracle keeps SentencePiece's normalisation table beside the tokenizer.
  const file = join(folder, 'bge-m3', 'tokenizer.json');
  const charsmap = gunzipSync(readFileSync(join(ORACLE, 'encoders', 'nmt-nfkc.charsmap.gz'))).toString('base64');
  writeFileSync(file, readFileSync(file, 'utf8').replace('"precompiled_charsmap": ""', `"precompiled_charsmap": "${charsmap}"`));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(Object.keys(MODELS))('finds %s among the models by its fingerprint', (kind) => {
  const config = EncoderSchema.parse({ kind, folder: join(folder, kind) });
  tf.engine().startScope();
  const fingerprint = createEncoder(config).fingerprint;
  expect(encoderFingerprint(config)).toBe(fingerprint);
  expect(encoderOf(fingerprint, folder, 'adapters', folder).fingerprint).toBe(fingerprint);
  tf.engine().endScope();
});

it('finds the hashed encoder without any model', () => {
  const { fingerprint } = createEncoder(EncoderSchema.parse({ kind: 'hashed' }));
  expect(encoderOf(fingerprint, folder, 'adapters', 'no-such-folder').fingerprint).toBe(fingerprint);
});

it('names the adapters and what to bring where none has it', () => {
  expect(() => encoderOf('0'.repeat(64), folder, 'runs/x', 'models-elsewhere')).toThrow(
    /runs\/x encoder: expected the encoder that the adapters were trained with.*models-elsewhere/s,
  );
});
