/**
 * Many clients at a time on a running server: questions, whole and streamed, some given up on the way, readings of the
 * rules, edits, and requests that are malformed or too large. Every answer is compared with the one that the server gave
 * to the same question over the same rules when nobody else was there.
 */
import { randomStream, type Random } from '../../src/random.ts';
import type { OwnRule } from '../../src/rulebook/rule.ts';
import type { Completion } from '../../src/serve/chat-response.ts';
import { isWhole, stateOf, type Pair } from './pair.ts';

export interface LoadOptions {
  readonly url: string;
  readonly model: string;
  readonly clients: number;
  readonly seconds: number;
  readonly questions: readonly string[];
  readonly maxTokens: number;
  readonly pair: Pair;
}

export interface LoadResult {
  /** Requests by what they were and how they ended: "chat 200", "malformed 400". */
  readonly counts: Readonly<Record<string, number>>;
  /** What must not happen, one line each. */
  readonly faults: readonly string[];
}

/** What the clients share. */
interface Load extends LoadOptions {
  readonly end: number;
  /** Answers of the quiet server, [state][question]. */
  readonly expected: readonly [readonly string[], readonly string[]];
  count(kind: string, status: number): void;
  fault(line: string): void;
}

/** Learns the right answers, then runs all clients until the time is over. The rules end as they were. */
export async function runLoad(options: LoadOptions): Promise<LoadResult> {
  const counts = new Map<string, number>();
  const faults: string[] = [];
  const expected = await quietAnswers(options);
  const load: Load = {
    ...options,
    expected,
    end: Date.now() + options.seconds * 1000,
    count: (kind, status) => void counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1),
    fault: (line) => void faults.push(line),
  };
  await Promise.all([editor(load), ...Array.from({ length: options.clients }, (_, at) => client(load, randomStream(`client ${at}`)))]);
  return { counts: Object.fromEntries([...counts].toSorted()), faults };
}

async function quietAnswers(options: LoadOptions): Promise<Load['expected']> {
  const answers: [string[], string[]] = [[], []];
  for (const _ of answers) {
    const version = await rulesVersion(options.url);
    for (const question of options.questions) answers[stateOf(version)].push(textOf(await completionOf(options, question)));
    await flip(options, version);
  }
  return answers;
}

async function rulesVersion(url: string): Promise<number> {
  return ((await (await fetch(`${url}/v1/rules?limit=1`)).json()) as { version: number }).version;
}

async function completionOf(options: LoadOptions, question: string): Promise<Completion> {
  const response = await post(options, chatBody(options, question, false));
  if (response.ok) return (await response.json()) as Completion;
  throw new Error(`with nobody else there the server answered ${response.status} ${await response.text()}`);
}

function textOf(completion: Completion): string {
  return completion.choices[0].message.content;
}

function chatBody({ model, maxTokens }: LoadOptions, question: string, stream: boolean): string {
  return JSON.stringify({ model, stream, max_tokens: maxTokens, messages: [{ role: 'user', content: question }] });
}

function post({ url }: LoadOptions, body: string, signal?: AbortSignal): Promise<Response> {
  return fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body, ...(signal === undefined ? {} : { signal }) });
}

async function flip({ url, pair }: LoadOptions, version: number): Promise<Response> {
  const body = JSON.stringify({ change: pair.states[stateOf(version + 1)] });
  return fetch(`${url}/v1/rules`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body });
}

/** The only one whose edits are accepted; stops at a version of the first state. */
async function editor(load: Load): Promise<void> {
  for (let version = await rulesVersion(load.url); Date.now() < load.end || stateOf(version) === 1; version += 1) {
    const response = await flip(load, version);
    const body = (await response.json()) as { version?: number };
    load.count('edit', response.status);
    if (body.version !== version + 1) load.fault(`edit ${version + 1} was answered with ${response.status} ${JSON.stringify(body)}`);
  }
}

type Action = (load: Load, random: Random) => Promise<void>;

/** Each client draws what it does next; half of all are questions. */
const ACTIONS: readonly Action[] = [askWhole, askStream, askStream, giveUp, readRules, conflictingEdit, malformed, tooLarge];

async function client(load: Load, random: Random): Promise<void> {
  while (Date.now() < load.end) await random.pick(ACTIONS)(load, random);
}

async function askWhole(load: Load, random: Random): Promise<void> {
  const at = random.integer(0, load.questions.length - 1);
  const response = await post(load, chatBody(load, load.questions[at] as string, false));
  load.count('chat', response.status);
  if (response.ok) check(load, at, (await response.json()) as Completion, null);
  else await refused(load, 'chat', response, [429]);
}

async function askStream(load: Load, random: Random): Promise<void> {
  const at = random.integer(0, load.questions.length - 1);
  const response = await post(load, chatBody(load, load.questions[at] as string, true));
  load.count('stream', response.status);
  if (!response.ok) return refused(load, 'stream', response, [429]);
  const chunks = eventsOf(await response.text());
  const text = chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? '').join('');
  const last = chunks.at(-1) as unknown as Completion;
  check(load, at, last, text);
}

interface Chunk {
  readonly choices?: readonly { readonly delta: { readonly content?: string } }[];
}

function eventsOf(body: string): Chunk[] {
  return body.split('\n\n').flatMap((event) => (event.startsWith('data: {') ? [JSON.parse(event.slice(6)) as Chunk] : []));
}

/** @param streamed the text of a stream, whose last chunk the reply is */
function check(load: Load, at: number, reply: Completion, streamed: string | null): void {
  if (reply.dynarule === undefined) return load.fault(`an answer without its grounds: ${JSON.stringify(reply)}`);
  const { rules_version: version, steps } = reply.dynarule;
  const text = streamed ?? textOf(reply);
  if (text !== load.expected[stateOf(version)][at]) load.fault(`question ${at} over version ${version} was answered with ${JSON.stringify(text)}`);
  if (!isWhole(load.pair, version, steps.flatMap(({ rules }) => rules))) load.fault(`an answer over half an edit, version ${version}`);
}

async function giveUp(load: Load, random: Random): Promise<void> {
  const gone = new AbortController();
  const question = load.questions[random.integer(0, load.questions.length - 1)] as string;
  setTimeout(() => gone.abort(), random.integer(0, 200));
  const status = await post(load, chatBody(load, question, true), gone.signal).then(
    async (response) => ((await response.text()), response.status),
    () => 0,
  ).catch(() => 0); // 0: gone, before or after the head
  load.count('give-up', status);
}

async function readRules(load: Load): Promise<void> {
  const response = await fetch(`${load.url}/v1/rules?limit=1000`);
  load.count('rules', response.status);
  const { version, data } = (await response.json()) as { version: number; data: readonly OwnRule[] };
  if (!isWhole(load.pair, version, data)) load.fault(`a reading of half an edit, version ${version}`);
}

/** A second conclusion of a rule of the pair, whatever its state. */
async function conflictingEdit(load: Load): Promise<void> {
  const [rule] = load.pair.states[0];
  const body = JSON.stringify({ premise: rule.premise, conclusion: `${rule.conclusion.replace(/\d+/, '77')}` });
  const response = await fetch(`${load.url}/v1/rules`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  load.count('conflict', response.status);
  await refused(load, 'conflict', response, [409]);
}

async function malformed(load: Load, random: Random): Promise<void> {
  const body = random.pick(['{', '[]', 'null', '{"model":7}', '{"model":"x","messages":[]}', '\u0000', '{"messages":[{"role":"user","content":{}}]}']);
  const response = await post(load, body);
  load.count('malformed', response.status);
  await refused(load, 'malformed', response, [400]);
}

async function tooLarge(load: Load): Promise<void> {
  // The server may cut the connection before it has read so much.
  const response = await post(load, chatBody(load, 'x'.repeat(1_000_000), false)).catch(() => null);
  load.count('too-large', response?.status ?? 0);
  if (response !== null) await refused(load, 'too-large', response, [413]);
}

/** Reads the reply to its end, which gives the connection back. */
async function refused(load: Load, kind: string, response: Response, statuses: readonly number[]): Promise<void> {
  const text = await response.text();
  if (!statuses.includes(response.status)) load.fault(`${kind} was answered with ${response.status} ${text.slice(0, 200)}`);
}
