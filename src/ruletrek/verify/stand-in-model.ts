/** An OpenAI-compatible endpoint on this machine in the place of a model: it calls one tool again and again, and counts what it is asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseJson } from '../../files/parse-json.ts';
import type { TokenUse } from '../formats/result.ts';

export interface StandInModel {
  readonly baseUrl: string;
  /** Keys of the requests that were answered, in order. */
  readonly keys: readonly string[];
  /** Tokens that its replies claimed. */
  tokens(): TokenUse;
  close(): Promise<void>;
}

export interface StandInReplies {
  /** Command of the tool bash that every reply but the last calls. */
  readonly command: string;
  /** Replies before the one that says it is done; Infinity: it is never done. */
  readonly calls: number;
}

/** Replies whole or as a stream, as it is asked. */
export async function startStandInModel(replies: StandInReplies): Promise<StandInModel> {
  const keys: string[] = [];
  const counted = { prompt: 0, completion: 0 };
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      keys.push(request.headers.authorization ?? '');
      const usage = usageOf(keys.length);
      counted.prompt += usage.prompt_tokens;
      counted.completion += usage.completion_tokens;
      send(response, isStream(body), { message: messageOf(replies, keys.length), usage });
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, keys, tokens: () => ({ ...counted }), close: () => closeServer(server) };
}

/** Another count for each request, so that no sum comes out right by chance. */
function usageOf(request: number): { prompt_tokens: number; completion_tokens: number; total_tokens: number } {
  const [prompt, completion] = [100 + 17 * request, 5 + request];
  return { prompt_tokens: prompt, completion_tokens: completion, total_tokens: prompt + completion };
}

interface Reply {
  readonly message: { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly object[] };
  readonly usage: object;
}

function messageOf({ command, calls }: StandInReplies, request: number): Reply['message'] {
  if (request > calls) return { role: 'assistant', content: 'Done.' };
  const call = { name: 'bash', arguments: JSON.stringify({ command }) };
  return { role: 'assistant', content: null, tool_calls: [{ index: 0, id: `call-${request}`, type: 'function', function: call }] };
}

function send(response: ServerResponse, stream: boolean, { message, usage }: Reply): void {
  const reason = message.tool_calls === undefined ? 'stop' : 'tool_calls';
  const base = { id: 'stand-in', created: 0, model: 'stand-in' };
  if (!stream) {
    const body = { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }], usage };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    return;
  }
  const chunks = [
    { choices: [{ index: 0, delta: message, finish_reason: null }] },
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    { choices: [], usage },
  ].map((chunk) => `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...chunk })}\n\n`);
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${chunks.join('')}data: [DONE]\n\n`);
}

function isStream(body: string): boolean {
  return (parseJson(body) as { stream?: unknown } | undefined)?.stream === true;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((closed) => server.close(() => closed()));
}
