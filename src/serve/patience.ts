/** How long the server goes on with a request: until its client is gone or its time is over. */
import type { FastifyReply } from 'fastify';
import { ApiError } from './api-error.ts';

const GONE = 'client_gone';

/**
 * Aborted with ApiError 499 when the client goes away, and with 504 after so many milliseconds.
 * @param late message of the 504
 */
export function patience({ raw }: FastifyReply, ms: number, late: string): AbortSignal {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(new ApiError(504, 'timeout', late)), ms);
  // Comes after a whole reply, too, and then tells nobody anything.
  raw.once('close', () => {
    clearTimeout(timer);
    end.abort(new ApiError(499, GONE, 'the client went away'));
  });
  return end.signal;
}

/** Whether the client went away before its time was over. */
export function isGone({ reason }: AbortSignal): boolean {
  return reason instanceof ApiError && reason.code === GONE;
}
