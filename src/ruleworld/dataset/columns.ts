/**
 * Columns of a table: each knows its Arrow type, its Hugging Face feature and
 * how to lay its values out in Arrow buffers. Buffers are filled directly:
 * Arrow's own builders take ten times as long on nested lists.
 */
import { Field, Int32, List, makeData, Struct, Utf8, type Data, type DataType } from 'apache-arrow';

/** One column over rows of type `Row`. */
export interface Column<Row> {
  readonly name: string;
  readonly type: DataType;
  /** The column as `dataset_info.json` describes it. */
  readonly feature: object;
  /** The column's type in DuckDB, for Parquet. */
  readonly sql: string;
  /** The value as it stands in a line of JSON. */
  plain(row: Row): unknown;
  build(rows: readonly Row[]): Data;
}

const TEXT_FEATURE = { dtype: 'string', _type: 'Value' };
const INTEGER_FEATURE = { dtype: 'int32', _type: 'Value' };

/** UTF-8 text. */
export function textColumn<Row>(name: string, value: (row: Row) => string): Column<Row> {
  return {
    name,
    type: new Utf8(),
    feature: TEXT_FEATURE,
    sql: 'VARCHAR',
    plain: value,
    build: (rows) => textData(rows.map(value)),
  };
}

/** An object: JSON text in Arrow and Parquet, itself in a line of JSON. */
export function jsonColumn<Row>(name: string, value: (row: Row) => object): Column<Row> {
  return { ...textColumn<Row>(name, (row) => JSON.stringify(value(row))), plain: value };
}

/** 32-bit integers. */
export function integerColumn<Row>(name: string, value: (row: Row) => number): Column<Row> {
  return {
    name,
    type: new Int32(),
    feature: INTEGER_FEATURE,
    sql: 'INTEGER',
    plain: value,
    build: (rows) => integerData(rows.map(value)),
  };
}

/** list<int32>. */
export function integerListColumn<Row>(name: string, value: (row: Row) => readonly number[]): Column<Row> {
  return {
    name,
    type: listOf(new Int32()),
    feature: [INTEGER_FEATURE], // this notation is understood by every version of `datasets`
    sql: 'INTEGER[]',
    plain: value,
    build: (rows) => listData(rows.map(value), new Int32(), integerData),
  };
}

/** list<string>. */
export function textListColumn<Row>(name: string, value: (row: Row) => readonly string[]): Column<Row> {
  return {
    name,
    type: listOf(new Utf8()),
    feature: [TEXT_FEATURE],
    sql: 'VARCHAR[]',
    plain: value,
    build: (rows) => listData(rows.map(value), new Utf8(), textData),
  };
}

/** list<struct<…>>: one struct of the given columns for each item. */
export function structListColumn<Row, Item>(
  name: string,
  columns: readonly Column<Item>[],
  value: (row: Row) => readonly Item[],
): Column<Row> {
  const type = new Struct(fieldsOf(columns));
  return {
    name,
    type: listOf(type),
    feature: [featuresOf(columns)],
    sql: `STRUCT(${columns.map((column) => `${column.name} ${column.sql}`).join(', ')})[]`,
    plain: (row) => value(row).map((item) => plainRow(columns, item)),
    build: (rows) => listData(rows.map(value), type, (items) => structData(columns, items)),
  };
}

/** A row as an object of its columns, ready for JSON. */
export function plainRow<Row>(columns: readonly Column<Row>[], row: Row): Record<string, unknown> {
  return Object.fromEntries(columns.map((column) => [column.name, column.plain(row)]));
}

/** The Arrow fields of some columns; all nullable, as `datasets` writes them. */
export function fieldsOf<Row>(columns: readonly Column<Row>[]): Field[] {
  return columns.map((column) => new Field(column.name, column.type, true));
}

/** The Hugging Face features of some columns. */
export function featuresOf<Row>(columns: readonly Column<Row>[]): Record<string, object> {
  return Object.fromEntries(columns.map((column) => [column.name, column.feature]));
}

/** The rows as one Arrow struct. */
export function structData<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Data<Struct> {
  const children = columns.map((column) => column.build(rows));
  return makeData({ type: new Struct(fieldsOf(columns)), length: rows.length, nullCount: 0, children });
}

function listOf(type: DataType): List {
  return new List(new Field('item', type, true));
}

function listData<Item>(
  lists: readonly (readonly Item[])[],
  itemType: DataType,
  itemData: (items: readonly Item[]) => Data,
): Data<List> {
  return makeData({
    type: listOf(itemType),
    length: lists.length,
    nullCount: 0,
    valueOffsets: offsetsOf(lists.map((list) => list.length)),
    child: itemData(lists.flat() as Item[]),
  });
}

function textData(texts: readonly string[]): Data<Utf8> {
  return makeData({
    type: new Utf8(),
    length: texts.length,
    nullCount: 0,
    valueOffsets: offsetsOf(texts.map((text) => Buffer.byteLength(text, 'utf8'))),
    data: new TextEncoder().encode(texts.join('')),
  });
}

function integerData(values: readonly number[]): Data<Int32> {
  return makeData({ type: new Int32(), length: values.length, nullCount: 0, data: Int32Array.from(values) });
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  lengths.forEach((length, index) => {
    offsets[index + 1] = (offsets[index] as number) + length;
  });
  return offsets;
}
