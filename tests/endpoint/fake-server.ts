/** A server on this machine that answers as it is told, one answer after the other. */
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly [key: string]: unknown; readonly messages: readonly { role: string; content: string }[] };
}

export type FakeAnswer = (response: ServerResponse, request: ReceivedRequest) => void;

export interface FakeServer {
  readonly baseUrl: string;
  readonly requests: readonly ReceivedRequest[];
  close(): Promise<void>;
}

/** Serves `/v1`; the last answer serves all further requests too. */
export async function startFakeServer(...answers: readonly FakeAnswer[]): Promise<FakeServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      const { method, url: path, headers } = request;
      const received = { method, path, headers, body: JSON.parse(text) as ReceivedRequest['body'] };
      requests.push(received);
      answers[Math.min(requests.length, answers.length) - 1]?.(response, received);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests, close: () => closeServer(server) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}

/** A chat completion with this text. */
export function completion(text: string | null): FakeAnswer {
  return status(200, JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content: text } }] }));
}

export function status(code: number, body: string, headers: Readonly<Record<string, string>> = {}): FakeAnswer {
  return (response) => void response.writeHead(code, headers).end(body);
}

/** Never answers. */
export const silence: FakeAnswer = () => undefined;

/** Promises a longer body than it sends, and breaks the connection. */
export function cutOff(text: string): FakeAnswer {
  return (response) => {
    response.writeHead(200, { 'content-length': String(text.length + 100) });
    response.write(text, () => response.destroy());
  };
}
