/**
 * Arrow IPC in the streaming format, one record batch a file: the layout that
 * Python's `datasets` memory-maps.
 */
import { RecordBatch, RecordBatchStreamWriter, Schema } from 'apache-arrow';
import { featuresOf, fieldsOf, structData, type Column } from './columns.ts';
import { SCHEMA_VERSION } from './schema.ts';

/** Metadata key under which a file keeps the configuration that made it. */
export const CONFIG_KEY = 'dynarule.config';

/** The bytes of an Arrow stream with these rows; `config` is kept in the schema's metadata as JSON. */
export function encodeArrow<Row>(columns: readonly Column<Row>[], rows: readonly Row[], config: object): Uint8Array {
  const schema = new Schema(fieldsOf(columns), metadataOf(columns, config));
  const batch = new RecordBatch(schema, structData(columns, rows));
  return RecordBatchStreamWriter.writeAll([batch]).toUint8Array(true);
}

function metadataOf<Row>(columns: readonly Column<Row>[], config: object): Map<string, string> {
  return new Map([
    ['huggingface', JSON.stringify({ info: { features: featuresOf(columns) } })],
    ['dynarule.schema', String(SCHEMA_VERSION)],
    [CONFIG_KEY, JSON.stringify(config)],
  ]);
}
