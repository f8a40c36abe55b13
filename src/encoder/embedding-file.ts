/**
 * Embeddings in an Arrow file (IPC stream): one column `embedding` of
 * FixedSizeList<float32>[P], a row for each text, and in the schema's metadata what
 * they were made from. Batches keep each message far below Arrow's 2 GiB.
 */
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  Field,
  FixedSizeList,
  Float32,
  makeData,
  RecordBatch,
  RecordBatchReader,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  type Vector,
} from 'apache-arrow';
import { UserError } from '../errors.ts';
import { temporaryPath } from '../files/atomic-write.ts';

/** What a file's vectors were made from, and how many there are. */
export interface EmbeddingOrigin {
  /** Name of the encoder, for the reader. */
  readonly encoder: string;
  readonly encoderFingerprint: string;
  readonly textsFingerprint: string;
  readonly rows: number;
  readonly dimensions: number;
}

const METADATA_KEY = 'dynarule.embeddings';
const ROWS_PER_BATCH = 16_384;

/** Writes vectors (row-major [rows, P]); the file appears only when complete, and its folder is created. */
export async function writeEmbeddings(path: string, origin: EmbeddingOrigin, vectors: Float32Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const unfinished = temporaryPath(path);
  try {
    const file = await open(unfinished, 'w');
    try {
      for await (const chunk of RecordBatchStreamWriter.writeAll(batchesOf(origin, vectors))) await file.writeFile(chunk);
    } finally {
      await file.close();
    }
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}

function* batchesOf(origin: EmbeddingOrigin, vectors: Float32Array): Generator<RecordBatch> {
  const type = new FixedSizeList(origin.dimensions, new Field('item', new Float32(), false));
  const schema = new Schema([new Field('embedding', type, false)], new Map([[METADATA_KEY, JSON.stringify(origin)]]));
  for (let start = 0; start < origin.rows || start === 0; start += ROWS_PER_BATCH) {
    const rows = Math.min(ROWS_PER_BATCH, origin.rows - start);
    const values = vectors.subarray(start * origin.dimensions, (start + rows) * origin.dimensions);
    const child = makeData({ type: new Float32(), length: values.length, nullCount: 0, data: values });
    const column = makeData({ type, length: rows, nullCount: 0, child });
    const struct = makeData({ type: new Struct(schema.fields), length: rows, nullCount: 0, children: [column] });
    yield new RecordBatch(schema, struct);
  }
}

/**
 * Reads a file's vectors if they were made from this; null if from something else.
 * @throws UserError for a file that is truncated or holds no embeddings
 */
export async function readEmbeddings(path: string, origin: EmbeddingOrigin): Promise<Float32Array | null> {
  const stream = createReadStream(path);
  try {
    const reader = await RecordBatchReader.from(stream);
    await reader.open();
    if (originOf(reader.schema) !== JSON.stringify(origin)) return null;
    return await collect(reader, origin);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw damaged(path, cause instanceof Error ? cause.message : String(cause), cause);
  } finally {
    stream.destroy();
  }
}

/** Our own JSON, so that equal origins are equal texts. */
function originOf(schema: Schema): string {
  const origin = schema.metadata.get(METADATA_KEY);
  if (origin === undefined) throw new Error(`no metadata ${METADATA_KEY}: not a file of embeddings`);
  return origin;
}

async function collect(reader: AsyncIterable<RecordBatch>, origin: EmbeddingOrigin): Promise<Float32Array> {
  const vectors = new Float32Array(origin.rows * origin.dimensions);
  let filled = 0;
  for await (const batch of reader) {
    const column = batch.getChildAt<FixedSizeList<Float32>>(0) as Vector<FixedSizeList<Float32>>;
    for (const data of column.data) {
      const values = (data.children[0] as { values: Float32Array }).values;
      vectors.set(values, filled);
      filled += values.length;
    }
  }
  if (filled !== vectors.length) throw new Error(`${filled / origin.dimensions} rows of ${origin.rows}`);
  return vectors;
}

function damaged(path: string, got: string, cause: unknown): UserError {
  const fault = {
    expected: 'a complete Arrow file of embeddings',
    got,
    where: { file: path },
    fix: 'delete the file; it is made again when it is needed',
  };
  return UserError.of(fault, { cause });
}
