/**
 * Replies on disk, so that an evaluation that was stopped and is started again asks
 * nothing twice. The address of a reply is a hash of all that decides it: base URL,
 * model, messages, temperature, token limit, stop texts. Deleting the folder asks anew.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { writeJsonAtomically } from '../files/atomic-write.ts';
import { parseJson } from '../files/parse-json.ts';
import { requestBody, type ChatModel, type ChatRequest } from './chat.ts';

export interface ReplyCache {
  /** The reply to a request that was answered before, or null. @throws UserError for a damaged file */
  read(model: ChatModel, request: ChatRequest): string | null;
  write(model: ChatModel, request: ChatRequest, reply: string): void;
}

/** The request stands in the file too, so that it can be read alone. */
const CachedReply = z.strictObject({ baseUrl: z.string(), request: z.record(z.string(), z.unknown()), reply: z.string() });

/** Opens the folder; it is made when the first reply is kept. */
export function openReplyCache(folder: string): ReplyCache {
  return {
    read: (model, request) => {
      const question = questionOf(model, request);
      const file = fileOf(folder, question);
      return existsSync(file) ? readReply(file, question) : null;
    },
    write: (model, request, reply) => {
      const question = questionOf(model, request);
      writeJsonAtomically(fileOf(folder, question), { ...question, reply });
    },
  };
}

interface CachedQuestion {
  readonly baseUrl: string;
  readonly request: object;
}

function questionOf({ baseUrl, model }: ChatModel, request: ChatRequest): CachedQuestion {
  return { baseUrl, request: requestBody(model, request) };
}

/** Spread over 256 folders: an evaluation asks some ten thousand questions. */
function fileOf(folder: string, question: CachedQuestion): string {
  const address = createHash('sha256').update(JSON.stringify(question)).digest('hex').slice(0, 32);
  return join(folder, address.slice(0, 2), `${address.slice(2)}.json`);
}

function readReply(file: string, question: CachedQuestion): string {
  const cached = CachedReply.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!cached.success) throw damaged(file, cached.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  const { reply, ...asked } = cached.data;
  if (JSON.stringify(asked) !== JSON.stringify(question)) throw damaged(file, 'the reply to another request');
  return reply;
}

function damaged(file: string, got: string): UserError {
  return UserError.of({
    expected: 'a kept reply {baseUrl, request, reply}',
    got,
    where: { file },
    fix: 'delete this file; its request is then asked again, and no other',
  });
}
