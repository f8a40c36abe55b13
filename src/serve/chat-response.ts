/** Completions and their chunks, as OpenAI's clients read them; `dynarule` holds the grounds of an answer. */
import type { Answer, AnswerEvent, AnswerStep } from '../rulebook/answer-event.ts';

/** What all messages of one answer share. */
export interface ReplyHead {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
}

/** The grounds of an answer: the version of the rules, and what the model saw in each step. */
export interface Grounds {
  readonly rules_version: number;
  readonly answer: string | null;
  readonly refused: boolean;
  readonly steps: readonly AnswerStep[];
}

export interface Completion extends ReplyHead {
  readonly object: 'chat.completion';
  readonly choices: readonly [{ readonly index: 0; readonly message: { readonly role: 'assistant'; readonly content: string }; readonly finish_reason: string; readonly logprobs: null }];
  readonly usage: Usage;
  readonly dynarule: Grounds;
}

interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
}

export function completion(head: ReplyHead, answer: Answer): Completion {
  const message = { role: 'assistant', content: answer.text } as const;
  return {
    ...head,
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: answer.finish, logprobs: null }],
    usage: usageOf(answer),
    dynarule: groundsOf(answer),
  };
}

/** The chunks of one event: rules as soon as they are retrieved, text, and at the end the grounds. */
export function chunksOf(head: ReplyHead, event: AnswerEvent, includeUsage: boolean): object[] {
  switch (event.kind) {
    case 'rules':
      return [{ ...chunk(head, {}), dynarule: { step: event.step, rules: event.rules } }];
    case 'text':
      return [chunk(head, { content: event.text })];
    case 'answer': {
      const last = { ...chunk(head, {}, event.answer.finish), dynarule: groundsOf(event.answer) };
      const usage = { ...chunk(head, {}), choices: [], usage: usageOf(event.answer) };
      return includeUsage ? [last, usage] : [last];
    }
  }
}

/** Opens a stream. */
export function firstChunk(head: ReplyHead): object {
  return chunk(head, { role: 'assistant', content: '' });
}

function chunk(head: ReplyHead, delta: object, finish: string | null = null): object {
  return { ...head, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }] };
}

function usageOf({ promptTokens, completionTokens }: Answer): Usage {
  return { prompt_tokens: promptTokens, completion_tokens: completionTokens, total_tokens: promptTokens + completionTokens };
}

function groundsOf({ rulesVersion, answer, refused, steps }: Answer): Grounds {
  return { rules_version: rulesVersion, answer, refused, steps };
}
