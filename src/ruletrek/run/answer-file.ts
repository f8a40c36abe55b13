/** `answer.json` out of a workspace that an agent had to itself: nothing in it is followed, waited for, or read without end. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Status } from '../formats/vocabulary.ts';

/** Bytes of the largest answer; the largest that is right has some ten thousand. */
const MOST_ANSWER_BYTES = 1 << 20;

export type AnswerFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'fault'; readonly status: Extract<Status, 'no_answer' | 'bad_json'>; readonly detail: string };

export function readAnswerFile(workspace: string): AnswerFile {
  const file = openUnfollowed(join(workspace, 'answer.json'));
  if (typeof file !== 'number') return file;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return fault('bad_json', 'answer.json is no file');
    if (stats.size > MOST_ANSWER_BYTES) return fault('bad_json', `answer.json has ${stats.size} bytes, and at most ${MOST_ANSWER_BYTES} are read`);
    return { kind: 'text', text: readFileSync(file, 'utf8') };
  } finally {
    closeSync(file);
  }
}

/** Without waiting for a pipe's other end. */
function openUnfollowed(path: string): number | AnswerFile {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return fault('no_answer', 'there is no answer.json');
    if (code === 'ELOOP') return fault('bad_json', 'answer.json is a link, which is not followed');
    return fault('bad_json', `answer.json cannot be opened (${code ?? String(error)})`);
  }
}

function fault(status: 'no_answer' | 'bad_json', detail: string): AnswerFile {
  return { kind: 'fault', status, detail };
}
