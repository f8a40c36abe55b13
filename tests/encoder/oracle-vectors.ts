/** Reads what tests/oracle/minilm.py wrote, and compares vectors with it. */
import { readFileSync } from 'node:fs';

export interface OracleVectors {
  readonly texts: readonly string[];
  readonly dimensions: number;
  /** Row-major [texts, dimensions]. */
  readonly vectors: Float32Array;
}

export function readOracleVectors(name: string): OracleVectors {
  const file = new URL(`../oracle/${name}`, import.meta.url);
  const json = JSON.parse(readFileSync(file, 'utf8')) as { texts: string[]; dimensions: number; vectors: string };
  const bytes = Uint8Array.from(Buffer.from(json.vectors, 'base64'));
  return { texts: json.texts, dimensions: json.dimensions, vectors: new Float32Array(bytes.buffer) };
}

/** Cosines of rows of unit length, [n]. */
export function rowCosines(a: Float32Array, b: Float32Array, dimensions: number): number[] {
  return Array.from({ length: a.length / dimensions }, (_, row) => {
    let sum = 0;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i += 1) sum += (a[i] as number) * (b[i] as number);
    return sum;
  });
}
