/**
 * Edits on disk, beside the file of rules: `my-rules.jsonl.edits`. Appended and synced before an edit is acknowledged, so
 * that an acknowledged edit survives a killed process; folded into one record when many have come together. The file of
 * rules itself is never written.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserError } from '../errors.ts';
import { temporaryPath } from '../files/atomic-write.ts';
import { applyEdit, isRefusal } from './edit.ts';
import { logLine, parseLog, type LogRecord } from './log-line.ts';
import type { OwnRule } from './rule.ts';

/** Rules at some point of their history; the version counts edits. */
export interface RuleVersion {
  readonly version: number;
  readonly rules: readonly OwnRule[];
}

export interface LoggedRules extends RuleVersion {
  /** Whether the log ends in half a line, of an edit that was never acknowledged. */
  readonly torn: boolean;
}

/** Edits that are kept one by one; more are folded together once they also outnumber the rules. */
const FOLD_AFTER = 1_000;

export function editsPath(rulesPath: string): string {
  return `${rulesPath}.edits`;
}

/**
 * The rules of a file with all logged edits; reads only.
 *
 * @param base the rules of the file
 * @throws UserError for a damaged log, and for one that was made over other rules than the file holds now
 */
export function readLoggedRules(rulesPath: string, base: readonly OwnRule[]): LoggedRules {
  const path = editsPath(rulesPath);
  if (!existsSync(path)) return { version: 0, rules: base, torn: false };
  const content = readFileSync(path);
  const { records, bytes } = parseLog(content, path);
  const [head, ...rest] = records;
  if (head?.kind !== 'head') throw noHead(path);
  if (head.source !== fingerprintOf(rulesPath)) throw otherRules(rulesPath);
  const current = rest.reduce<RuleVersion>((before, record, at) => replayed(before, record, path, at + 2), { version: 0, rules: base });
  return { ...current, torn: bytes < content.length };
}

function replayed(before: RuleVersion, record: LogRecord, file: string, line: number): RuleVersion {
  if (record.kind === 'all') return record;
  const result = record.kind === 'edit' && record.version === before.version + 1 ? applyEdit(before.rules, record) : null;
  if (result === null || isRefusal(result)) {
    const got = result === null ? `${record.kind} ${'version' in record ? record.version : ''}` : result.message;
    throw UserError.of({ expected: `edit ${before.version + 1}`, got, where: { file, line }, fix: 'bring the file back from a copy' });
  }
  return { version: record.kind === 'edit' ? record.version : before.version, rules: result.rules };
}

/** An open log; one process at a time may have it. */
export interface EditLog {
  /** On disk when the promise resolves; where that fails nothing of it stays. `before` is what it is an edit of. */
  append(edit: Extract<LogRecord, { kind: 'edit' }>, before: RuleVersion): Promise<void>;
  close(): Promise<void>;
}

/** Opens the log for writing; half a last line is cut off, and nothing is written before the first edit. */
export async function openEditLog(rulesPath: string): Promise<EditLog> {
  const path = editsPath(rulesPath);
  const head: LogRecord = { kind: 'head', schema: 1, source: fingerprintOf(rulesPath) };
  let [file, length, edits] = await openExisting(path);
  const rewrite = async (records: readonly LogRecord[]): Promise<void> => {
    const fresh = await writeAside(path, records);
    await file?.close();
    [file, length, edits] = [fresh.file, fresh.length, 0];
  };
  return {
    append: async (edit, before) => {
      if (file === null) await rewrite([head]);
      // Earlier edits are folded before this one is written: a failure then leaves nothing of it.
      if (edits >= Math.max(FOLD_AFTER, before.rules.length)) {
        await rewrite([head, { kind: 'all', version: before.version, rules: [...before.rules] }]);
      }
      length += await appendLine(file as FileHandle, length, logLine(edit));
      edits += 1;
    },
    close: async () => {
      await file?.close();
      file = null;
    },
  };
}

/** The file, the bytes of its whole lines, and the edits among them. */
async function openExisting(path: string): Promise<[FileHandle | null, number, number]> {
  if (!existsSync(path)) return [null, 0, 0];
  const { records, bytes } = parseLog(readFileSync(path), path);
  const file = await open(path, 'r+');
  await file.truncate(bytes);
  return [file, bytes, records.filter(({ kind }) => kind === 'edit').length];
}

/** Bytes that are on disk afterwards. A line that did not arrive whole is taken back: others will follow it. */
async function appendLine(file: FileHandle, at: number, line: string): Promise<number> {
  const bytes = Buffer.from(line);
  try {
    const { bytesWritten } = await file.write(bytes, 0, bytes.length, at);
    if (bytesWritten < bytes.length) throw new Error(`only ${bytesWritten} of ${bytes.length} bytes of an edit could be written: is the disk full?`);
    await file.datasync();
  } catch (error) {
    await file.truncate(at);
    throw error;
  }
  return bytes.length;
}

/** Writes a whole log beside the old one and renames it into its place, all of it synced. */
async function writeAside(path: string, records: readonly LogRecord[]): Promise<{ file: FileHandle; length: number }> {
  const temporary = temporaryPath(path);
  const text = records.map(logLine).join('');
  const file = await open(temporary, 'w+');
  try {
    await file.writeFile(text);
    await file.sync();
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close();
    await rm(temporary, { force: true });
    throw error;
  }
  return { file, length: Buffer.byteLength(text) };
}

/** A new name is on disk only when its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function fingerprintOf(rulesPath: string): string {
  return createHash('sha256').update(readFileSync(rulesPath)).digest('hex');
}

function noHead(file: string): UserError {
  return UserError.of({ expected: 'a log of edits', got: 'another file', where: { file, line: 1 }, fix: 'move it away: edits are kept under this name' });
}

function otherRules(rulesPath: string): UserError {
  return UserError.of({
    expected: `the rules that the edits in ${editsPath(rulesPath)} were made over`,
    got: 'a file that has been changed since',
    where: { file: rulesPath },
    fix: 'bring the file back as it was, or move the edits away to begin with the file as it is',
  });
}
