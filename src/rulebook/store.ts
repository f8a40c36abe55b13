/**
 * A live set of rules. Readers take a snapshot, which never changes; an edit makes a new one and puts it in place in one
 * assignment, so a reader sees all of an edit or none. Edits go one after the other: checked, embedded, logged, shown.
 */
import type { Encoder } from '../encoder/encoder.ts';
import { applyEdit, isRefusal, type Refusal, type RuleEdit } from './edit.ts';
import { editsPath, openEditLog, readLoggedRules, type EditLog, type RuleVersion } from './edit-log.ts';
import { takeLock } from './lock.ts';
import { readOwnRules } from './read-rules.ts';
import type { OwnRule } from './rule.ts';
import { embedInSlices, embedRules, type Vectors } from './vectors.ts';

/** Rules with their vectors, as they are at one moment. */
export interface RuleSnapshot extends RuleVersion {
  readonly vectors: Vectors;
}

export interface EditDone {
  /** The set from this edit on. */
  readonly snapshot: RuleSnapshot;
  /** What was added or changed, with its ids. */
  readonly touched: readonly OwnRule[];
}

export interface RuleStore {
  snapshot(): RuleSnapshot;
  /**
   * Resolves when the edit is on disk and the next reader sees it; a refused edit changes nothing.
   * Rejects with UserError for a rule with nothing to encode, and with any error of the disk.
   *
   * @param signal gives the edit up, as long as it is not being written
   */
  edit(edit: RuleEdit, signal?: AbortSignal): Promise<EditDone | Refusal>;
  /** Waits for edits under way. */
  close(): Promise<void>;
}

/** Where the log goes: what `openEditLog` gives, or nothing that lasts. */
type Log = Pick<EditLog, 'append' | 'close'>;

/** The rules of a file with all edits that were made to it, for reading. @throws UserError as `readOwnRules`, `readLoggedRules` */
export async function readRuleSnapshot(path: string, encoder: Encoder): Promise<RuleSnapshot> {
  const { version, rules } = readLoggedRules(path, await readOwnRules(path));
  return { version, rules, vectors: await embedRules(encoder, rules) };
}

/**
 * The same for editing: edits are logged beside the file and survive the process.
 *
 * @param note is told that half an edit was dropped
 * @throws UserError also where another process has the rules open for editing
 */
export async function openRuleStore(path: string, encoder: Encoder, note: (line: string) => void): Promise<RuleStore> {
  const unlock = takeLock(editsPath(path));
  try {
    const { version, rules, torn } = readLoggedRules(path, await readOwnRules(path));
    if (torn) note(`${editsPath(path)}: the last line is half an edit that was never acknowledged; it is dropped`);
    const log = await openEditLog(path);
    const close = async (): Promise<void> => {
      await log.close();
      unlock();
    };
    return liveStore({ version, rules, vectors: await embedRules(encoder, rules) }, encoder, { append: log.append, close });
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A store over rules at hand; `log` keeps its edits. */
export function liveStore(first: RuleSnapshot, encoder: Encoder, log: Log): RuleStore {
  let current = first;
  let last: Promise<unknown> = Promise.resolve();
  const perform = async (edit: RuleEdit, signal?: AbortSignal): Promise<EditDone | Refusal> => {
    signal?.throwIfAborted();
    const result = applyEdit(current.rules, edit);
    if (isRefusal(result)) return result;
    const { rules, touched } = result;
    const vectors = await embedInSlices(encoder, rules, current.vectors, signal);
    const version = current.version + 1;
    await log.append(logged(version, edit, touched), current);
    current = { version, rules, vectors };
    return { snapshot: current, touched };
  };
  return {
    snapshot: () => current,
    edit: (edit, signal) => {
      const done = last.then(() => perform(edit, signal));
      last = done.catch(() => undefined); // told to whoever asked for it; the next edit is none of its business
      return done;
    },
    close: async () => {
      await last;
      await log.close();
    },
  };
}

/** The edit with the ids that were given out. */
function logged(version: number, edit: RuleEdit, touched: readonly OwnRule[]): Parameters<Log['append']>[0] {
  const added = touched.slice(touched.length - (edit.add?.length ?? 0));
  return { kind: 'edit', version, add: added, change: [...(edit.change ?? [])], remove: [...(edit.remove ?? [])] };
}
