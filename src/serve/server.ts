/** The server: an OpenAI-compatible endpoint over one model and a live set of rules. */
import fastify, { type FastifyInstance } from 'fastify';
import { UserError } from '../errors.ts';
import type { Answerer } from '../rulebook/answerer.ts';
import type { RuleStore } from '../rulebook/store.ts';
import { ApiError, asApiError, errorBody } from './api-error.ts';
import { chatRoute } from './chat-route.ts';
import type { ServeContext } from './context.ts';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { guardHost, guardKey } from './guard.ts';
import type { Limits } from './limits.ts';
import { createMetrics } from './metrics.ts';
import { pageRoute } from './page.ts';
import { rulesRoute } from './rules-route.ts';

export interface ServerOptions {
  /** The model's name in `/v1/models`. */
  readonly name: string;
  readonly answerer: Answerer;
  readonly store: RuleStore;
  readonly limits: Limits;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Asked for with each request, unless null. */
  readonly apiKey: string | null;
}

export interface RunningServer {
  /** "http://127.0.0.1:8080" */
  readonly url: string;
  /** Ends the answer and the edit under way, or gives them up after a while; refuses the rest; then stops. The store is the caller's. */
  close(): Promise<void>;
}

/** @throws UserError for an address that cannot be listened on */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { name, answerer, store, limits, host, port, apiKey } = options;
  const queue = createFairQueue(limits.queue, 'questions');
  const edits = createFairQueue(limits.editQueue, 'edits');
  const metrics = createMetrics({ waiting: () => queue.waiting, waitingEdits: () => edits.waiting, rules: () => store.snapshot().rules.length });
  const server = fastify({
    logger: { level: 'error', stream: process.stderr },
    requestTimeout: limits.requestMs,
    // Node.js takes the shorter of both for the head, the longer for the whole.
    http: { headersTimeout: limits.requestMs, connectionsCheckingInterval: Math.min(limits.requestMs, 5_000) },
    bodyLimit: limits.chatBytes,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
  });
  server.removeContentTypeParser('text/plain'); // a form on any page could send it
  guardHost(server, host);
  guardKey(server, apiKey);
  showErrors(server);
  routes(server, { name, answerer, store, queue, edits, metrics, limits });
  return {
    url: await listen(server, host, port),
    close: () => closeServer(server, [queue, edits], limits),
  };
}

async function listen(server: FastifyInstance, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (cause) {
    throw UserError.of(
      {
        expected: 'an address of this machine (--host) and a free port on it (--port)',
        got: cause instanceof Error ? cause.message : String(cause),
        where: { key: `${host}:${port}` },
        fix: 'give another port, where 0 takes a free one, or end the program that has it; the host is 127.0.0.1, or 0.0.0.0 for other machines',
      },
      { cause },
    );
  }
}

/** Milliseconds between two looks for connections that have become idle. */
const IDLE_CHECK_MS = 25;

/** Connections are closed as their answers end; those whose client does not read are cut after the time of grace. */
async function closeServer(server: FastifyInstance, queues: readonly FairQueue[], { graceMs }: Limits): Promise<void> {
  const idle = setInterval(() => server.server.closeIdleConnections(), IDLE_CHECK_MS);
  const cut = setTimeout(() => server.server.closeAllConnections(), 2 * graceMs);
  await Promise.all([...queues.map((queue) => queue.close(graceMs)), server.close()]).finally(() => {
    clearInterval(idle);
    clearTimeout(cut);
  });
}

function routes(server: FastifyInstance, context: ServeContext): void {
  const { name, store, queue, metrics } = context;
  const started = Math.floor(Date.now() / 1000);
  const model = { id: name, object: 'model', created: started, owned_by: 'dynarule' };
  server.addHook('onResponse', async (request, reply) => {
    metrics.requests.inc({ route: request.routeOptions.url ?? 'unknown', status: String(reply.raw.statusCode) });
  });
  server.get('/health', async () => {
    const { version, rules } = store.snapshot();
    return { status: 'ok', rules: rules.length, rules_version: version, waiting: queue.waiting };
  });
  server.get('/metrics', async (_, reply) => reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()));
  server.get('/v1/models', async () => ({ object: 'list', data: [model] }));
  server.get('/v1/models/:id', async (request) => {
    if ((request.params as { id: string }).id === name) return model;
    throw new ApiError(404, 'model_not_found', `the model is ${name}`);
  });
  chatRoute(server, context);
  rulesRoute(server, context);
  pageRoute(server);
}

function showErrors(server: FastifyInstance): void {
  server.setErrorHandler(async (error, request, reply) => {
    const shown = asApiError(error);
    if (shown.status === 500) request.log.error(error);
    if (shown.status === 429 || shown.status === 503) reply.header('retry-after', '1');
    return reply.code(shown.status).send(errorBody(shown));
  });
  server.setNotFoundHandler(async (request) => {
    throw new ApiError(404, 'not_found', `there is no ${request.method} ${request.url}`);
  });
}
