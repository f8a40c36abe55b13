/**
 * The header of a GGUF file: key-value metadata, then the table of tensors. Every length in it is
 * checked against the file before anything of that length is made, so that a damaged header costs nothing.
 */
import { UserError } from '../../errors.ts';
import type { BinaryFile } from './binary-file.ts';
import { byteCursor, type ByteCursor } from './byte-cursor.ts';

export type GgufValue = number | boolean | string | readonly number[] | readonly boolean[] | readonly string[];

export interface GgufTensorInfo {
  readonly name: string;
  /** ggml's type number. */
  readonly type: number;
  /** Innermost dimension first, as in the file. */
  readonly dimensions: readonly number[];
  /** From the start of the tensors' data. */
  readonly offset: number;
}

export interface GgufHeader {
  readonly metadata: ReadonlyMap<string, GgufValue>;
  readonly tensors: readonly GgufTensorInfo[];
  /** First byte of the tensors' data. */
  readonly dataStart: number;
}

const MAGIC = 'GGUF';
const VERSIONS = [2, 3];
/** ggml's own limit. */
const MOST_DIMENSIONS = 4;
/** Longer than any chat template. */
const LONGEST_STRING = 16 * 1024 * 1024;
/** Larger than any vocabulary or list of merges. */
const LONGEST_LIST = 16 * 1024 * 1024;
const DEFAULT_ALIGNMENT = 32;
const LARGEST_ALIGNMENT = 65_536;

const STRING = 8;
const LIST = 9;
/** A tensor's shortest entry: name length, dimension count, one dimension, type, offset. */
const TENSOR_BYTES = 32;
/** A metadata entry's shortest: key length, type, one byte. */
const ENTRY_BYTES = 13;

interface ScalarType {
  readonly bytes: number;
  read(bytes: Buffer): number | boolean;
}

/** By GGUF's number of the type. */
const SCALARS: ReadonlyMap<number, ScalarType> = new Map<number, ScalarType>([
  [0, { bytes: 1, read: (bytes) => bytes.readUInt8() }],
  [1, { bytes: 1, read: (bytes) => bytes.readInt8() }],
  [2, { bytes: 2, read: (bytes) => bytes.readUInt16LE() }],
  [3, { bytes: 2, read: (bytes) => bytes.readInt16LE() }],
  [4, { bytes: 4, read: (bytes) => bytes.readUInt32LE() }],
  [5, { bytes: 4, read: (bytes) => bytes.readInt32LE() }],
  [6, { bytes: 4, read: (bytes) => bytes.readFloatLE() }],
  [7, { bytes: 1, read: (bytes) => bytes.readUInt8() !== 0 }],
  [10, { bytes: 8, read: (bytes) => Number(bytes.readBigUInt64LE()) }],
  [11, { bytes: 8, read: (bytes) => Number(bytes.readBigInt64LE()) }],
  [12, { bytes: 8, read: (bytes) => bytes.readDoubleLE() }],
]);

/** @throws UserError for a file that is truncated, contradictory or of another version */
export function readGgufHeader(file: BinaryFile): GgufHeader {
  const cursor = byteCursor(file);
  const fail = (got: string): never => { throw brokenGguf(file.path, got); };
  const magic = cursor.take(4).toString('latin1');
  if (magic !== MAGIC) fail(`a file that begins with ${JSON.stringify(magic)}, not with the magic number ${MAGIC}`);
  const version = cursor.take(4).readUInt32LE();
  if (!VERSIONS.includes(version)) fail(`version ${version}, which is none of ${VERSIONS.join(', ')} (or a big-endian file)`);
  const tensorCount = readCount(cursor, TENSOR_BYTES, fail, 'tensors');
  const entryCount = readCount(cursor, ENTRY_BYTES, fail, 'metadata entries');
  const metadata = readMetadata(cursor, entryCount, fail);
  const tensors = Array.from({ length: tensorCount }, () => readTensorInfo(cursor, fail));
  const alignment = alignmentOf(metadata, fail);
  return { metadata, tensors, dataStart: Math.ceil(cursor.position / alignment) * alignment };
}

/** The error for a GGUF file that cannot be read. */
export function brokenGguf(path: string, got: string, key?: string): UserError {
  return UserError.of({
    expected: 'a GGUF file that can be read',
    got,
    where: { file: path, ...(key === undefined ? {} : { key }) },
    fix: 'get the file again, or one in F32, F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K or Q6_K',
  });
}

type Fail = (got: string) => never;

/** A count of things of at least so many bytes each. */
function readCount(cursor: ByteCursor, bytes: number, fail: Fail, noun: string): number {
  const count = Number(cursor.take(8).readBigUInt64LE());
  if (count * bytes > cursor.left) fail(`${count} ${noun} in the ${cursor.left} bytes that are left`);
  return count;
}

function readMetadata(cursor: ByteCursor, count: number, fail: Fail): Map<string, GgufValue> {
  const metadata = new Map<string, GgufValue>();
  for (let i = 0; i < count; i += 1) {
    const key = readString(cursor, fail);
    if (metadata.has(key)) fail(`the metadata entry '${key}' twice`);
    metadata.set(key, readValue(cursor, cursor.take(4).readUInt32LE(), (got) => fail(`${got} in the metadata entry '${key}'`)));
  }
  return metadata;
}

function readValue(cursor: ByteCursor, type: number, fail: Fail): GgufValue {
  if (type === STRING) return readString(cursor, fail);
  if (type === LIST) return readList(cursor, fail);
  const scalar = SCALARS.get(type) ?? fail(`value type ${type}`);
  return scalar.read(cursor.take(scalar.bytes));
}

function readList(cursor: ByteCursor, fail: Fail): GgufValue {
  const type = cursor.take(4).readUInt32LE();
  const scalar = SCALARS.get(type);
  if (type !== STRING && scalar === undefined) fail(`a list of value type ${type}`);
  const count = readCount(cursor, scalar?.bytes ?? 8, fail, 'list items');
  if (count > LONGEST_LIST) fail(`a list of ${count} items`);
  return Array.from({ length: count }, () => readValue(cursor, type, fail)) as GgufValue;
}

function readString(cursor: ByteCursor, fail: Fail): string {
  const length = Number(cursor.take(8).readBigUInt64LE());
  if (length > LONGEST_STRING) fail(`a string of ${length} bytes`);
  return cursor.take(length).toString('utf8');
}

function readTensorInfo(cursor: ByteCursor, fail: Fail): GgufTensorInfo {
  const name = readString(cursor, fail);
  const rank = cursor.take(4).readUInt32LE();
  if (rank > MOST_DIMENSIONS) fail(`tensor '${name}' of ${rank} dimensions`);
  const dimensions = Array.from({ length: rank }, () => Number(cursor.take(8).readBigUInt64LE()));
  if (dimensions.some((size) => size === 0 || !Number.isSafeInteger(size))) fail(`tensor '${name}' of dimensions ${dimensions.join(' × ')}`);
  const type = cursor.take(4).readUInt32LE();
  return { name, type, dimensions, offset: Number(cursor.take(8).readBigUInt64LE()) };
}

function alignmentOf(metadata: ReadonlyMap<string, GgufValue>, fail: Fail): number {
  const alignment = metadata.get('general.alignment') ?? DEFAULT_ALIGNMENT;
  const sensible = typeof alignment === 'number' && Number.isInteger(Math.log2(alignment)) && alignment >= 1 && alignment <= LARGEST_ALIGNMENT;
  return sensible ? alignment : fail(`an alignment of ${String(alignment)}`);
}
