/** `trajectory.jsonl`: everything an agent did, one event a line, in the order in which it happened. */
import { appendFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { Status } from '../formats/vocabulary.ts';

/** Seconds since the trial began. */
const at = z.number().nonnegative();
/** Counts tool calls from 1. */
const step = z.int().positive();

export const TrajectoryEvent = z.discriminatedUnion('kind', [
  z.strictObject({ at, kind: z.literal('message'), role: z.enum(['system', 'user', 'assistant']), text: z.string() }),
  z.strictObject({ at, kind: z.literal('tool_call'), step, tool: z.string(), arguments: z.string() }),
  z.strictObject({ at, kind: z.literal('tool_result'), step, output: z.string(), failed: z.boolean() }),
  /** One request to the model, as its endpoint counted. */
  z.strictObject({ at, kind: z.literal('tokens'), prompt: z.int().nonnegative(), completion: z.int().nonnegative() }),
  /** What the harness has to say: a sandbox that ended, messages that were shortened. */
  z.strictObject({ at, kind: z.literal('note'), text: z.string() }),
  /** The last line. `changed`: given files that the agent edited or deleted; only its own copy of them. */
  z.strictObject({ at, kind: z.literal('end'), status: Status, detail: z.string(), changed: z.array(z.string()) }),
]);
export type TrajectoryEvent = z.infer<typeof TrajectoryEvent>;

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never;
/** An event as an agent tells it; its time is added. */
export type AgentEvent = WithoutTime<TrajectoryEvent>;

/** Characters of one text; what an agent reads is in the instance, and need not be kept whole. */
const LONGEST_TEXT = 20_000;

export interface TrajectoryLog {
  record(event: AgentEvent): void;
  /** Tool calls so far. */
  steps(): number;
  /** Sums over all requests; null where the endpoint never counted. */
  tokens(): { prompt: number; completion: number } | null;
}

/** Begins a file anew and writes each event at once, so that a killed trial leaves all that it did. */
export function openTrajectory(file: string, clock: () => number = () => performance.now()): TrajectoryLog {
  const began = clock();
  let steps = 0;
  let tokens: { prompt: number; completion: number } | null = null;
  writeFileSync(file, '');
  return {
    record: (event) => {
      if (event.kind === 'tool_call') steps += 1;
      if (event.kind === 'tokens') tokens = { prompt: (tokens?.prompt ?? 0) + event.prompt, completion: (tokens?.completion ?? 0) + event.completion };
      const seconds = Math.round(clock() - began) / 1000;
      appendFileSync(file, `${JSON.stringify({ at: seconds, ...event }, (_, value: unknown) => (typeof value === 'string' ? shortened(value) : value))}\n`);
    },
    steps: () => steps,
    tokens: () => tokens,
  };
}

function shortened(text: string): string {
  return text.length <= LONGEST_TEXT ? text : `${text.slice(0, LONGEST_TEXT)}… (${text.length} characters in all)`;
}
