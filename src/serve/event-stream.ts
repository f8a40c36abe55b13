/**
 * Server-sent events on one reply. Writing never waits for the client: an answer is small, and a client that does not
 * read must not hold the model.
 */
import type { FastifyReply } from 'fastify';

export interface EventStream {
  send(data: object): void;
  end(): void;
  /** Ends with an error, which OpenAI's clients throw. */
  fail(body: object): void;
}

/** Takes the reply over and sends its head. */
export function openEventStream(reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'keep-alive',
  });
  const send = (data: object): void => void raw.write(`data: ${JSON.stringify(data)}\n\n`);
  return {
    send,
    end: () => void raw.end('data: [DONE]\n\n'),
    fail: (body) => {
      send(body);
      raw.end();
    },
  };
}
