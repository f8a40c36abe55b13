/**
 * The record of an induction: one JSON object a line for every reply and every decision,
 * written as it happens. An induction that was stopped goes through its record first,
 * which costs no reply, and goes on after its end.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ChatMessage } from '../../endpoint/chat.ts';
import { UserError } from '../../errors.ts';
import { parseJson } from '../../files/parse-json.ts';

/** What a reply was asked for by, and the reply. */
export interface ReplyEvent {
  readonly kind: 'reply';
  /** What it is about: "round 1, cluster 2", "repair of rule_x". */
  readonly subject: string;
  /** 0 for a proposal, from 1 on for its reflections. */
  readonly reflection: number;
  readonly messages: readonly ChatMessage[];
  readonly reply: string;
}

export interface DecisionEvent {
  readonly kind: 'decision';
  readonly subject: string;
  readonly reflection: number;
  /** Null where no rule could be read. */
  readonly rule: string | null;
  readonly accepted: boolean;
  readonly reasons: readonly string[];
  /** Right answers on dev before and with the rule; null where it was not scored. */
  readonly dev: { readonly before: number; readonly after: number; readonly total: number } | null;
  /** What went wrong with the rule on questions of training and dev; left out where nothing did. */
  readonly faults?: readonly string[];
}

/** A rule that a cleaning pass took out. */
export interface DiscardEvent {
  readonly kind: 'discard';
  readonly rule: string;
  readonly dev: { readonly before: number; readonly after: number; readonly total: number };
}

export type JournalEvent = ReplyEvent | DecisionEvent | DiscardEvent;

export interface Journal {
  /** The reply to this request: the recorded one, or `ask`'s, which is then recorded. `ask` is given the number of replies before it. */
  reply(request: Omit<ReplyEvent, 'kind' | 'reply'>, ask: (index: number) => Promise<string>): Promise<string>;
  /** Records a decision; one that is in the record already must be the same. */
  note(event: DecisionEvent | DiscardEvent): void;
}

/** @throws UserError where the file holds something else; its methods throw where it is the record of another induction */
export function openJournal(path: string): Journal {
  const recorded = existsSync(path) ? readEvents(path) : [];
  mkdirSync(dirname(path), { recursive: true });
  let place = 0;
  let replies = 0;
  const record = (event: JournalEvent): void => appendFileSync(path, `${JSON.stringify(event)}\n`);
  return {
    reply: async (request, ask) => {
      const known = recorded[place];
      if (known !== undefined && (known.kind !== 'reply' || hashOf(known.messages) !== hashOf(request.messages))) throw another(path, place);
      const reply = known?.reply ?? (await ask(replies));
      if (known === undefined) record({ kind: 'reply', ...request, reply });
      place += 1;
      replies += 1;
      return reply;
    },
    note: (event) => {
      const known = recorded[place];
      if (known === undefined) record(event);
      else if (JSON.stringify(known) !== JSON.stringify(event)) throw another(path, place);
      place += 1;
    },
  };
}

/** A kill can tear the last line; only lines that end in a newline count, and the rest is cut off. */
function readEvents(path: string): JournalEvent[] {
  const bytes = readFileSync(path);
  const whole = bytes.subarray(0, bytes.lastIndexOf(0x0a) + 1);
  if (whole.length < bytes.length) truncateSync(path, whole.length);
  const lines = whole.toString('utf8').split('\n').slice(0, -1);
  return lines.map((line, index) => {
    const event = parseJson(line) as JournalEvent | undefined;
    if (typeof event === 'object' && event !== null && ['reply', 'decision', 'discard'].includes(event.kind)) return event;
    throw UserError.of({ expected: 'a reply or a decision', got: line.slice(0, 80), where: { file: path, line: index + 1 }, fix: 'delete the file, or name another run' });
  });
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

function another(path: string, place: number): UserError {
  return UserError.of({
    expected: 'the record of this induction so far',
    got: 'a line of an induction with other questions, rules or settings',
    where: { file: path, line: place + 1 },
    fix: 'give the run another name, or begin anew with --fresh',
  });
}
