/** Who may ask: a server on this machine alone answers to its own names, and a key is asked for where one is set. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i;

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * A page elsewhere that has its own name lead to this machine must not reach the server through a visitor's browser:
 * on loopback, requests under another name are refused.
 */
export function guardHost(server: FastifyInstance, host: string): void {
  if (!isLoopback(host)) return;
  server.addHook('onRequest', async (request) => {
    if (!isLoopback(request.hostname)) throw new ApiError(403, 'wrong_host', `this server answers to localhost, not to ${request.hostname}`);
  });
}

/** Asks for `Authorization: Bearer <key>` under /v1 and for the metrics. */
export function guardKey(server: FastifyInstance, key: string | null): void {
  if (key === null) return;
  const expected = digest(`Bearer ${key}`);
  server.addHook('onRequest', async (request) => {
    if (!isGuarded(request) || timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) return;
    throw new ApiError(401, 'invalid_api_key', 'expected the API key as "Authorization: Bearer <key>"');
  });
}

function isGuarded({ url }: FastifyRequest): boolean {
  return url !== '/' && url !== '/health';
}

/** Of one length, as the comparison needs. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
