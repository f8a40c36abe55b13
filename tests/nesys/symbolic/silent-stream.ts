/** A stream that is no terminal and keeps what is written. */
import { Writable } from 'node:stream';

export function silentStream(lines: string[] = []): NodeJS.WriteStream {
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return stream as NodeJS.WriteStream;
}
