/**
 * Reads a GGUF file: metadata and tensor table by `@huggingface/gguf`, the tensors by
 * positioned reads and our own dequantisation. Names and row order are the file's;
 * `gguf-llama.ts` turns them into Hugging Face's.
 */
import { gguf, type GGUFParseOutput } from '@huggingface/gguf';
import { UserError } from '../../errors.ts';
import type { TensorSource } from '../tensor-source.ts';
import { openBinaryFile, truncated, type BinaryFile } from './binary-file.ts';
import { BLOCK_FORMATS, type BlockFormat } from './dequantize.ts';
import { unknownTensor } from './safetensors.ts';

export interface GgufFile extends TensorSource {
  readonly metadata: ReadonlyMap<string, unknown>;
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
export async function openGguf(path: string): Promise<GgufFile> {
  const file = openBinaryFile(path);
  try {
    return readable(file, await parse(path));
  } catch (error) {
    file.close();
    throw error;
  }
}

async function parse(path: string): Promise<GGUFParseOutput> {
  try {
    return await gguf(path, { allowLocalFile: true });
  } catch (cause) {
    throw broken(path, (cause as Error).message, cause);
  }
}

function readable(file: BinaryFile, parsed: GGUFParseOutput): GgufFile {
  if (!parsed.littleEndian) throw broken(file.path, 'a big-endian file');
  const entries = new Map(parsed.tensorInfos.map((info) => [info.name, toEntry(file.path, info, Number(parsed.tensorDataOffset))]));
  if (entries.size !== parsed.tensorInfos.length) throw broken(file.path, 'two tensors of the same name');
  checkRanges(file, entries);
  const entry = (name: string): Entry => entries.get(name) ?? unknownTensor(file.path, name);
  return {
    path: file.path,
    metadata: new Map(Object.entries(parsed.metadata)),
    names: () => [...entries.keys()],
    has: (name) => entries.has(name),
    shape: (name) => entry(name).shape,
    read: (name) => readFloats(file, entry(name)),
    close: () => { file.close(); },
  };
}

/** GGUF lists the innermost dimension first. */
function toEntry(path: string, info: GGUFParseOutput['tensorInfos'][number], dataStart: number): Entry {
  const format = BLOCK_FORMATS.get(info.dtype);
  const supported = [...BLOCK_FORMATS.values()].map(({ name }) => name).join(', ');
  if (format === undefined) throw broken(path, `tensor '${info.name}' in ggml type ${info.dtype}, which is not one of ${supported}`);
  const shape = info.shape.map(Number).reverse();
  if ((shape.at(-1) ?? 1) % format.weights !== 0) throw broken(path, `tensor '${info.name}' with rows of ${shape.at(-1) ?? 0} in blocks of ${format.weights}`);
  const weights = shape.reduce((product, size) => product * size, 1);
  return { shape, format, begin: dataStart + Number(info.offset), length: (weights / format.weights) * format.bytes };
}

function checkRanges(file: BinaryFile, entries: ReadonlyMap<string, Entry>): void {
  let end = 0;
  for (const [name, entry] of [...entries].sort(([, a], [, b]) => a.begin - b.begin)) {
    if (entry.begin < end) throw broken(file.path, `tensor '${name}' overlaps the one before it`);
    end = entry.begin + entry.length;
  }
  if (end > file.size) throw truncated(file.path, end, file.size);
}

function readFloats(file: BinaryFile, { shape, format, begin, length }: Entry): Float32Array {
  const values = new Float32Array(shape.reduce((product, size) => product * size, 1));
  const place = (byte: number): number => (byte / format.bytes) * format.weights;
  file.readPieces(begin, length, format.bytes, (piece, offset) => {
    format.decode(piece, values.subarray(place(offset), place(offset + piece.length)));
  });
  return values;
}

function broken(path: string, got: string, cause?: unknown): UserError {
  return UserError.of(
    { expected: 'a GGUF file that can be read', got, where: { file: path }, fix: 'get the file again, or one in F16, BF16, Q8_0, Q4_0, Q4_1, Q4_K or Q6_K' },
    { cause },
  );
}
