/** Answers of a model that calls tools, for the fake endpoint. */
import { status, type FakeAnswer } from '../../endpoint/fake-server.ts';

export interface FakeCall {
  readonly name: string;
  /** An object, or the text that a model writes in its place. */
  readonly arguments: object | string;
}

/** Each reply counts 100 tokens of prompt and 7 of its own. */
export const USAGE = { prompt_tokens: 100, completion_tokens: 7, total_tokens: 107 };

/** A reply that calls these tools. */
export function calling(...calls: readonly FakeCall[]): FakeAnswer {
  const wire = calls.map((call, index) => ({
    id: `call-${index}`,
    type: 'function',
    function: { name: call.name, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments) },
  }));
  return reply({ role: 'assistant', content: null, tool_calls: wire });
}

/** A reply in words. */
export function saying(content: string): FakeAnswer {
  return reply({ role: 'assistant', content });
}

function reply(message: object): FakeAnswer {
  return status(200, JSON.stringify({ choices: [{ index: 0, message }], usage: USAGE }));
}
