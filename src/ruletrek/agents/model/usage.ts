/** Token counts out of a reply that passes by, whole or as a stream of server-sent events. */
import { z } from 'zod';
import { parseJson } from '../../../files/parse-json.ts';

export interface Usage {
  readonly prompt: number;
  readonly completion: number;
}

const WithUsage = z.object({ usage: z.object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() }) });

export interface UsageReader {
  push(piece: Uint8Array): void;
  /** What the endpoint counted last; null where it counted nothing. */
  end(): Usage | null;
}

export function usageReader(): UsageReader {
  const decoder = new TextDecoder();
  let text = '';
  return {
    push: (piece) => {
      text += decoder.decode(piece, { stream: true });
    },
    end: () => {
      const events = text.split('\n').filter((line) => line.startsWith('data:')).map((line) => line.slice('data:'.length));
      const counts = (events.length === 0 ? [text] : events).flatMap((json) => usageOf(json) ?? []);
      return counts.at(-1) ?? null;
    },
  };
}

function usageOf(json: string): Usage | null {
  const parsed = WithUsage.safeParse(parseJson(json));
  return parsed.success ? { prompt: parsed.data.usage.prompt_tokens, completion: parsed.data.usage.completion_tokens } : null;
}
