/**
 * Lines of the edit log: a checksum, a space, one record as JSON.
 *
 * A line is written whole, followed by a line end, before its edit is acknowledged. So a last line that has no end, or
 * whose checksum is wrong, was never acknowledged and is dropped; a wrong line before the last one is damage.
 */
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { UserError } from '../errors.ts';

const Rule = z.strictObject({ id: z.string(), premise: z.string(), conclusion: z.string() });

const LogRecord = z.discriminatedUnion('kind', [
  /** First line: the file of rules that the edits are edits of. */
  z.strictObject({ kind: z.literal('head'), schema: z.literal(1), source: z.string() }),
  /** All rules, where earlier edits have been folded together. */
  z.strictObject({ kind: z.literal('all'), version: z.int().min(0), rules: z.array(Rule) }),
  z.strictObject({ kind: z.literal('edit'), version: z.int().min(0), add: z.array(Rule), change: z.array(Rule), remove: z.array(z.string()) }),
]);
export type LogRecord = z.infer<typeof LogRecord>;

export interface ParsedLog {
  readonly records: readonly LogRecord[];
  /** Bytes of the whole lines; what is behind them is half of one. */
  readonly bytes: number;
}

export function logLine(record: LogRecord): string {
  const json = JSON.stringify(record);
  return `${checksum(json)} ${json}\n`;
}

function checksum(json: string): string {
  return crc32(json).toString(16).padStart(8, '0');
}

/** @throws UserError for a damaged line that others follow */
export function parseLog(content: Buffer, file: string): ParsedLog {
  const records: LogRecord[] = [];
  let bytes = 0;
  for (let end = content.indexOf(10, bytes); end >= 0; end = content.indexOf(10, bytes)) {
    const record = recordOf(content.toString('utf8', bytes, end));
    const isLast = end === content.length - 1;
    if (record === null && !isLast) throw damaged(file, records.length + 1);
    if (record === null) break;
    records.push(record);
    bytes = end + 1;
  }
  return { records, bytes };
}

function recordOf(line: string): LogRecord | null {
  const json = line.slice(9);
  if (line.slice(0, 9) !== `${checksum(json)} `) return null;
  const parsed = LogRecord.safeParse(JSON.parse(json));
  return parsed.success ? parsed.data : null;
}

function damaged(file: string, line: number): UserError {
  return UserError.of({
    expected: 'an edit with its checksum',
    got: 'a line that has been changed since it was written',
    where: { file, line },
    fix: 'bring the file back from a copy, or move it away: the rules are then those of the file without any edit',
  });
}
