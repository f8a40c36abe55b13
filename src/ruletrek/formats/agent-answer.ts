/** `/workspace/answer.json`: what an agent hands in. Further keys are let pass; what is there must have its type. */
import { z } from 'zod';
import { JsonValue, Scalar, type Status, type Task } from './vocabulary.ts';

/** More than any graph has by an order of magnitude: scoring matches entries pairwise. */
const MAX_ENTRIES = 500;
const text = z.string().max(20_000);
const entries = <T extends z.ZodType>(entry: T) => z.array(entry).max(MAX_ENTRIES);

/** A rule that the agent names; in RI and E2E path with locator or quote say which rule is meant, in RD its id in graph.json. */
export const CitedRule = z.object({
  id: text,
  path: text.default(''),
  locator: text.default(''),
  quote: text.default(''),
  version: text.default(''),
  condition: text.default(''),
  consequence: text.default(''),
});
export type CitedRule = z.infer<typeof CitedRule>;

/** Ends are ids of the same answer; a type that is none of EDGE_TYPES is a wrong one, not a broken answer. */
export const CitedEdge = z.object({ from: text, to: text, type: text });
export type CitedEdge = z.infer<typeof CitedEdge>;

export const RiAnswer = z.object({ nodes: entries(CitedRule), edges: entries(CitedEdge) });
export type RiAnswer = z.infer<typeof RiAnswer>;

export const CitedFact = z.object({ file: text, locator: text, value: Scalar });
export type CitedFact = z.infer<typeof CitedFact>;
/** `rule` is an id of this answer's `rules`. */
export const CitedStep = z.object({ rule: text, name: text, value: JsonValue });
export type CitedStep = z.infer<typeof CitedStep>;

/** Answer of RD and E2E: the fields that task.json asks for, then what they rest on, in the order of use. */
export const SolveAnswer = z.object({
  answer: z.record(z.string(), z.union([JsonValue, z.null()])),
  rules: entries(z.union([text.transform((id) => CitedRule.parse({ id })), CitedRule])).default([]),
  facts: entries(CitedFact).default([]),
  steps: entries(CitedStep).default([]),
});
export type SolveAnswer = z.infer<typeof SolveAnswer>;

export type AgentAnswer = RiAnswer | SolveAnswer;
export type ReadAnswer<T> = { readonly status: 'ok'; readonly answer: T } | { readonly status: Extract<Status, 'no_answer' | 'bad_json'>; readonly detail: string };

/** Reads an answer of RI; a text that is empty or no answer has a state of its own and never throws. */
export function readRiAnswer(content: string): ReadAnswer<RiAnswer> {
  return readAs(RiAnswer, content);
}

/** The same for RD and E2E. */
export function readSolveAnswer(content: string): ReadAnswer<SolveAnswer> {
  return readAs(SolveAnswer, content);
}

/** Reads the answer of any task. */
export function readAgentAnswer(task: Task, content: string): ReadAnswer<AgentAnswer> {
  return task === 'RI' ? readRiAnswer(content) : readSolveAnswer(content);
}

function readAs<T>(schema: z.ZodType<T>, content: string): ReadAnswer<T> {
  if (content.trim() === '') return { status: 'no_answer', detail: 'answer.json is empty' };
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    return { status: 'bad_json', detail: (error as Error).message };
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? { status: 'ok', answer: parsed.data } : { status: 'bad_json', detail: z.prettifyError(parsed.error) };
}
