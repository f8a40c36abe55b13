/**
 * Writes the safetensors format, for checkpoints and the shipped model. The file
 * appears under its name only when it is complete.
 */
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { UserError } from '../../errors.ts';
import { temporaryPath } from '../../files/atomic-write.ts';
import { floatToHalf } from './number-formats.ts';

export interface PlainTensor {
  readonly shape: readonly number[];
  /** Row-major. */
  readonly data: Float32Array;
}

export interface WriteOptions {
  readonly dtype: 'F32' | 'F16';
  /** Strings to keep with the tensors, read back as `SafetensorsFile.metadata`. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/** The data begins at a multiple of this many bytes, as the reference writer does it. */
const ALIGNMENT = 8;

/**
 * @throws UserError where a shape does not fit its data or a value does not fit half precision
 */
export function writeSafetensors(path: string, tensors: ReadonlyMap<string, PlainTensor>, options: WriteOptions): void {
  for (const [name, tensor] of tensors) checkTensor(path, name, tensor, options.dtype);
  const temporary = temporaryPath(path);
  const descriptor = openSync(temporary, 'w');
  try {
    writeAll(descriptor, header(tensors, options));
    for (const { data } of tensors.values()) writeAll(descriptor, encode(data, options.dtype));
    fsyncSync(descriptor);
  } catch (error) {
    closeSync(descriptor);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(descriptor);
  renameSync(temporary, path);
}

function checkTensor(path: string, name: string, { shape, data }: PlainTensor, dtype: WriteOptions['dtype']): void {
  const size = shape.reduce((product, length) => product * length, 1);
  if (size !== data.length) {
    throw new Error(`${path}: tensor '${name}' has shape [${shape.join(', ')}] but ${data.length} values`);
  }
  if (dtype === 'F16' && data.some((value) => Math.abs(value) >= 65520 && Number.isFinite(value))) {
    throw UserError.of({ expected: 'values below 65,520 for half precision', got: 'larger ones', where: { file: path, key: name }, fix: 'write F32' });
  }
}

function header(tensors: ReadonlyMap<string, PlainTensor>, options: WriteOptions): Buffer {
  const bytes = options.dtype === 'F32' ? 4 : 2;
  const entries: Record<string, unknown> = {};
  if (options.metadata !== undefined) entries.__metadata__ = options.metadata;
  let begin = 0;
  for (const [name, { shape, data }] of tensors) {
    const end = begin + data.length * bytes;
    entries[name] = { dtype: options.dtype, shape, data_offsets: [begin, end] };
    begin = end;
  }
  const json = Buffer.from(JSON.stringify(entries), 'utf8');
  const padded = Buffer.alloc(Math.ceil(json.length / ALIGNMENT) * ALIGNMENT, ' ');
  json.copy(padded);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.length));
  return Buffer.concat([length, padded]);
}

function encode(data: Float32Array, dtype: WriteOptions['dtype']): Buffer {
  if (dtype === 'F32') return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const bytes = Buffer.alloc(data.length * 2);
  data.forEach((value, i) => bytes.writeUInt16LE(floatToHalf(value), 2 * i));
  return bytes;
}

/** One write call may take less than it is given. */
function writeAll(descriptor: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, Math.min(bytes.length - done, 1 << 28));
}
