/**
 * Reads the safetensors format: 8 bytes of header length, a JSON header that names
 * each tensor's type, shape and byte range, then the data. Tensors are read one at a
 * time by positioned reads and come out as 32-bit floats.
 */
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import type { TensorSource } from '../tensor-source.ts';
import { openBinaryFile, truncated, type BinaryFile } from './binary-file.ts';
import { closeOnError } from './close-on-error.ts';
import { duplicateKey } from './json-keys.ts';
import { bfloatToFloat, halfValues } from './number-formats.ts';

/** The format's own limit on the header, in bytes. */
const MAX_HEADER = 100_000_000;
const LENGTH_BYTES = 8;

const ELEMENT_BYTES = { F64: 8, F32: 4, F16: 2, BF16: 2, I64: 8, I32: 4, I16: 2, I8: 1, U8: 1 } as const;
type ElementType = keyof typeof ELEMENT_BYTES;

const count = z.int().nonnegative();
const entrySchema = z.strictObject({ dtype: z.string(), shape: z.array(count), data_offsets: z.tuple([count, count]) });
const headerSchema = z.object({ __metadata__: z.record(z.string(), z.string()).optional() }).catchall(entrySchema);

interface Entry {
  readonly name: string;
  readonly type: ElementType;
  readonly shape: readonly number[];
  /** First byte and end, counted from the start of the data. */
  readonly begin: number;
  readonly end: number;
}

export interface SafetensorsFile extends TensorSource {
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Opens a file and checks its whole header; the data is not read yet.
 * @throws UserError for a missing, truncated or contradictory file
 */
export function openSafetensors(path: string): SafetensorsFile {
  const file = openBinaryFile(path);
  return closeOnError(file, () => readable(file));
}

function readable(file: BinaryFile): SafetensorsFile {
  const headerLength = readHeaderLength(file);
  const dataStart = LENGTH_BYTES + headerLength;
  const header = parseHeader(file, headerLength);
  const entries = toEntries(file, header, file.size - dataStart);
  const entry = (name: string): Entry => entries.get(name) ?? unknownTensor(file.path, name);
  return {
    path: file.path,
    metadata: header.__metadata__ ?? {},
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    shape: (name) => entry(name).shape,
    read: (name) => readFloats(file, entry(name), dataStart),
    close: () => { file.close(); },
  };
}

function readHeaderLength(file: BinaryFile): number {
  if (file.size < LENGTH_BYTES) throw truncated(file.path, LENGTH_BYTES, file.size);
  const bytes = Buffer.alloc(LENGTH_BYTES);
  file.readInto(bytes, 0);
  const length = Number(bytes.readBigUInt64LE());
  if (length > MAX_HEADER) throw broken(file.path, `a header of ${length} bytes`);
  if (LENGTH_BYTES + length > file.size) throw truncated(file.path, LENGTH_BYTES + length, file.size);
  return length;
}

function parseHeader(file: BinaryFile, length: number): z.infer<typeof headerSchema> {
  const bytes = Buffer.alloc(length);
  file.readInto(bytes, LENGTH_BYTES);
  const text = bytes.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw broken(file.path, `a header that is not JSON: ${(cause as Error).message}`);
  }
  const twice = duplicateKey(text);
  if (twice !== null) throw broken(file.path, `the key '${twice}' twice in the header`);
  const parsed = headerSchema.safeParse(json);
  if (!parsed.success) throw broken(file.path, z.prettifyError(parsed.error));
  return parsed.data;
}

function toEntries(file: BinaryFile, header: z.infer<typeof headerSchema>, dataLength: number): Map<string, Entry> {
  const { __metadata__: _metadata, ...tensors } = header;
  const entries = Object.entries(tensors).map(([name, raw]) => toEntry(file.path, name, raw));
  const inOrder = entries.toSorted((a, b) => a.begin - b.begin || a.end - b.end);
  let end = 0;
  for (const entry of inOrder) {
    if (entry.begin < end) throw broken(file.path, `tensor '${entry.name}' overlaps the one before it`);
    if (entry.begin > end) throw broken(file.path, `${entry.begin - end} bytes of no tensor before '${entry.name}'`);
    end = entry.end;
    if (end > dataLength) throw truncated(file.path, file.size - dataLength + end, file.size, entry.name);
  }
  if (end < dataLength) throw broken(file.path, `${dataLength - end} bytes of no tensor at the end`);
  return new Map(entries.map((entry) => [entry.name, entry]));
}

function toEntry(path: string, name: string, raw: z.infer<typeof entrySchema>): Entry {
  const [begin, end] = raw.data_offsets;
  if (!isElementType(raw.dtype)) throw broken(path, `tensor '${name}' of type ${raw.dtype}, which is not one of ${Object.keys(ELEMENT_BYTES).join(', ')}`);
  const length = raw.shape.reduce((product, size) => product * size, ELEMENT_BYTES[raw.dtype]);
  if (end - begin !== length) throw broken(path, `tensor '${name}' of shape [${raw.shape.join(', ')}] in ${end - begin} bytes instead of ${length}`);
  return { name, type: raw.dtype, shape: raw.shape, begin, end };
}

function isElementType(type: string): type is ElementType {
  return Object.hasOwn(ELEMENT_BYTES, type);
}

function broken(path: string, got: string): UserError {
  return UserError.of({ expected: 'a valid safetensors file', got, where: { file: path }, fix: 'the file is damaged or of another format; get it again' });
}

/** The error for a tensor name that a file does not have. */
export function unknownTensor(path: string, name: string): never {
  throw UserError.of({ expected: 'a tensor of this name', got: 'none', where: { file: path, key: name }, fix: 'the weights are of another architecture, or incomplete' });
}

function readFloats(file: BinaryFile, entry: Entry, dataStart: number): Float32Array {
  const bytes = ELEMENT_BYTES[entry.type];
  const values = new Float32Array((entry.end - entry.begin) / bytes);
  if (entry.type === 'F32') {
    file.readInto(new Uint8Array(values.buffer), dataStart + entry.begin);
    return values;
  }
  const decode = DECODERS[entry.type];
  file.readPieces(dataStart + entry.begin, entry.end - entry.begin, bytes, (piece, offset) => {
    decode(piece, values.subarray(offset / bytes, (offset + piece.length) / bytes));
  });
  return values;
}

type Decoder = (bytes: Buffer, values: Float32Array) => void;

const each = (read: (bytes: Buffer, index: number) => number): Decoder => (bytes, values) => {
  for (let i = 0; i < values.length; i++) values[i] = read(bytes, i);
};

const DECODERS: Readonly<Record<Exclude<ElementType, 'F32'>, Decoder>> = {
  F16: (bytes, values) => {
    const table = halfValues();
    for (let i = 0; i < values.length; i++) values[i] = table[bytes.readUInt16LE(2 * i)] ?? 0;
  },
  BF16: each((bytes, i) => bfloatToFloat(bytes.readUInt16LE(2 * i))),
  F64: each((bytes, i) => bytes.readDoubleLE(8 * i)),
  I64: each((bytes, i) => Number(bytes.readBigInt64LE(8 * i))),
  I32: each((bytes, i) => bytes.readInt32LE(4 * i)),
  I16: each((bytes, i) => bytes.readInt16LE(2 * i)),
  I8: each((bytes, i) => bytes.readInt8(i)),
  U8: each((bytes, i) => bytes.readUInt8(i)),
};
