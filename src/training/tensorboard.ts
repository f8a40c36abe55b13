/**
 * Scalars for TensorBoard: TFRecord framing around hand-encoded protobuf events.
 *
 *   record  = u64 length · u32 crc(length) · data · u32 crc(data)      (little-endian, masked CRC-32C)
 *   Event   = 1: wall_time double · 2: step int64 · 3: file_version · 5: Summary · 7: SessionLog
 *   Summary = 1: Value { 1: tag · 2: simple_value float }, repeated
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { maskedCrc32c } from './crc32c.ts';

export interface EventWriter {
  /** Scalars by tag; `wallTime` in seconds since 1970. */
  scalars(step: number, wallTime: number, values: Readonly<Record<string, number>>): void;
  close(): void;
}

const FILE_VERSION = 'brain.Event:2';
/** SessionLog.START: viewers drop earlier points from this step on. */
const START = Buffer.from([0x08, 0x01]);

/** Opens a new event file in `folder`. Points of earlier files from `firstStep` on are void. */
export function openEventFile(folder: string, firstStep: number, wallTime: number): EventWriter {
  const name = `events.out.tfevents.${Math.floor(wallTime)}.dynarule.${process.pid}.${firstStep}`;
  const file = openSync(join(folder, name), 'w');
  writeSync(file, record(versionEvent(wallTime)));
  writeSync(file, record(startEvent(firstStep, wallTime)));
  return {
    scalars: (step, time, values) => void writeSync(file, record(scalarEvent(step, time, values))),
    close: () => closeSync(file),
  };
}

export function versionEvent(wallTime: number): Buffer {
  return Buffer.concat([doubleField(1, wallTime), bytesField(3, Buffer.from(FILE_VERSION))]);
}

function startEvent(step: number, wallTime: number): Buffer {
  return Buffer.concat([doubleField(1, wallTime), varintField(2, step), bytesField(7, START)]);
}

export function scalarEvent(step: number, wallTime: number, values: Readonly<Record<string, number>>): Buffer {
  const summary = Object.entries(values).map(([tag, value]) =>
    bytesField(1, Buffer.concat([bytesField(1, Buffer.from(tag)), floatField(2, value)])),
  );
  return Buffer.concat([doubleField(1, wallTime), varintField(2, step), bytesField(5, Buffer.concat(summary))]);
}

/** The framing that lets a reader check each event and skip to the next. */
export function record(data: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(data.length));
  return Buffer.concat([length, checksum(length), data, checksum(data)]);
}

function checksum(data: Buffer): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(maskedCrc32c(data));
  return bytes;
}

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

function key(field: number, wire: keyof typeof WIRE): Buffer {
  return varint((field << 3) | WIRE[wire]);
}

function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([key(field, 'fixed64'), bytes]);
}

function floatField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([key(field, 'fixed32'), bytes]);
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([key(field, 'varint'), varint(value)]);
}

function bytesField(field: number, value: Buffer): Buffer {
  return Buffer.concat([key(field, 'bytes'), varint(value.length), value]);
}

/** Base 128, least significant group first; all but the last byte carry the top bit. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return Buffer.from([...bytes, rest]);
}
