/**
 * Reads a GGUF file: its header whole, the tensors one at a time by positioned reads and
 * dequantisation. Names and row order are the file's; `gguf-hf.ts` turns them into
 * Hugging Face's.
 */
import type { TensorSource } from '../tensor-source.ts';
import { openBinaryFile, truncated, type BinaryFile } from './binary-file.ts';
import { closeOnError } from './close-on-error.ts';
import { BLOCK_FORMATS, type BlockFormat } from './dequantize.ts';
import { brokenGguf, readGgufHeader, type GgufTensorInfo, type GgufValue } from './gguf-header.ts';
import { unknownTensor } from './safetensors.ts';

export interface GgufFile extends TensorSource {
  readonly metadata: ReadonlyMap<string, GgufValue>;
}

interface Entry {
  readonly shape: readonly number[];
  readonly format: BlockFormat;
  /** First byte in the file. */
  readonly begin: number;
  /** Bytes. */
  readonly length: number;
}

/**
 * Opens a file and checks its tensor table; the data is not read yet.
 * @throws UserError for a missing, truncated or unsupported file
 */
export function openGguf(path: string): GgufFile {
  const file = openBinaryFile(path);
  return closeOnError(file, () => readable(file));
}

function readable(file: BinaryFile): GgufFile {
  const { metadata, tensors, dataStart } = readGgufHeader(file);
  const entries = new Map(tensors.map((info) => [info.name, toEntry(file.path, info, dataStart)]));
  if (entries.size !== tensors.length) throw brokenGguf(file.path, 'two tensors of the same name');
  checkRanges(file, entries);
  const entry = (name: string): Entry => entries.get(name) ?? unknownTensor(file.path, name);
  return {
    path: file.path,
    metadata,
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    shape: (name) => entry(name).shape,
    read: (name) => readFloats(file, entry(name)),
    close: () => { file.close(); },
  };
}

/** GGUF lists the innermost dimension first. */
function toEntry(path: string, { name, type, dimensions, offset }: GgufTensorInfo, dataStart: number): Entry {
  const format = BLOCK_FORMATS.get(type);
  const supported = [...BLOCK_FORMATS.values()].map((known) => known.name).join(', ');
  if (format === undefined) throw brokenGguf(path, `ggml type ${type}, which is not one of ${supported}`, name);
  const shape = dimensions.toReversed();
  if ((shape.at(-1) ?? 1) % format.weights !== 0) throw brokenGguf(path, `rows of ${shape.at(-1) ?? 0} in blocks of ${format.weights}`, name);
  const weights = shape.reduce((product, size) => product * size, 1);
  return { shape, format, begin: dataStart + offset, length: (weights / format.weights) * format.bytes };
}

function checkRanges(file: BinaryFile, entries: ReadonlyMap<string, Entry>): void {
  let end = 0;
  for (const [name, entry] of [...entries].sort(([, a], [, b]) => a.begin - b.begin)) {
    if (entry.begin < end) throw brokenGguf(file.path, 'data that overlap those of the tensor before it', name);
    end = entry.begin + entry.length;
    if (end > file.size) throw truncated(file.path, end, file.size, name);
  }
}

function readFloats(file: BinaryFile, { shape, format, begin, length }: Entry): Float32Array {
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const place = (byte: number): number => (byte / format.bytes) * format.weights;
  file.readPieces(begin, length, format.bytes, (piece, offset) => {
    format.decode(piece, values.subarray(place(offset), place(offset + piece.length)));
  });
  return values;
}
