/** Text files line by line, for those that are too long to be held at once. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK_BYTES = 1 << 20;

/** The lines of a UTF-8 file, without their ends; what follows the last line end is no line. */
export function* linesOf(path: string): Generator<string> {
  let rest = '';
  for (const text of chunksOf(path)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

function* chunksOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  const buffer = Buffer.alloc(CHUNK_BYTES);
  const decoder = new StringDecoder('utf8');
  try {
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      yield decoder.write(buffer.subarray(0, read));
    }
  } finally {
    closeSync(file);
  }
}
