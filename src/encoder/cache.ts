/**
 * Embeddings that are computed once: a file serves as long as both the encoder and
 * the texts are those it was made from, and is made anew otherwise.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readEmbeddings, writeEmbeddings, type EmbeddingOrigin } from './embedding-file.ts';
import type { Encoder } from './encoder.ts';

/**
 * The texts' embeddings, row-major [n, P], from the file where they are current,
 * else computed and written there.
 * @throws UserError for a damaged file and for a text that cannot be encoded
 */
export async function cachedEmbeddings(encoder: Encoder, texts: readonly string[], path: string): Promise<Float32Array> {
  const origin: EmbeddingOrigin = {
    encoder: encoder.name,
    encoderFingerprint: encoder.fingerprint,
    textsFingerprint: fingerprintOf(texts),
    rows: texts.length,
    dimensions: encoder.dimensions,
  };
  const known = existsSync(path) ? await readEmbeddings(path, origin) : null;
  if (known !== null) return known;
  const vectors = await encoder.encode(texts);
  await writeEmbeddings(path, origin, vectors);
  return vectors;
}

/** SHA-256 of the texts in their order; lengths keep ["ab", "c"] and ["a", "bc"] apart. */
function fingerprintOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:${text}`);
  return hash.digest('hex');
}
