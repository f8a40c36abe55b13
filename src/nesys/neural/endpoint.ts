/**
 * Log-probs from a model behind an OpenAI-compatible endpoint that says how likely given text is:
 * `POST {baseUrl}/completions` with `echo` and `logprobs`, as vLLM and others answer it. One request a choice.
 */
import { z } from 'zod';
import { postUntilAnswered, type ClientSettings, type ClientWorld } from '../../endpoint/client.ts';
import { limiter } from '../../endpoint/limiter.ts';
import type { ChoiceQuestion } from '../question.ts';
import { transitionText } from './prompt.ts';
import type { LikelihoodSource } from './source.ts';

/** Log-probs of all tokens of the request's text, and where in it each begins; the first token has none. */
const Echo = z.object({
  choices: z
    .array(z.object({ logprobs: z.object({ token_logprobs: z.array(z.number().nullable()), text_offset: z.array(z.int()) }) }))
    .min(1),
});

const EXPECTED = 'a completion with the log-probs of its prompt {choices: [{logprobs: {token_logprobs, text_offset}}]}';

/** Requests beyond `maxConcurrent` wait; errors are those of the chat client, with the same further attempts. */
export function likelihoodsFromEndpoint(settings: ClientSettings, world: ClientWorld): LikelihoodSource {
  const limit = limiter(settings.maxConcurrent);
  return {
    logProbs: async (questions, report) => {
      let done = 0;
      const asked = questions.map(async (question) => {
        const sums = await Promise.all(question.choices.map((choice) => limit(() => askChoice(settings, world, question, choice))));
        report?.((done += 1));
        return sums;
      });
      // What is in flight ends before an error is passed on.
      await Promise.allSettled(asked);
      return Promise.all(asked);
    },
  };
}

function askChoice(settings: ClientSettings, world: ClientWorld, question: ChoiceQuestion, choice: string): Promise<number> {
  const prompt = transitionText(question);
  return postUntilAnswered(settings, world, {
    url: `${settings.baseUrl.replace(/\/+$/, '')}/completions`,
    expected: EXPECTED,
    // Some servers make a token at least; it is beyond the text and not counted.
    body: { model: settings.model, prompt: `${prompt}${choice}`, max_tokens: 1, echo: true, logprobs: 1, temperature: 0 },
    read: (body) => sumOfChoice(body, codePoints(prompt), codePoints(prompt) + codePoints(choice)),
  });
}

/** Servers count offsets in characters as Python does. */
function codePoints(text: string): number {
  return [...text].length;
}

/**
 * Σ of the tokens that begin within the choice; null where there is no such token or one has no log-prob.
 * A token that spans the end of the prompt begins before it, and is not counted.
 */
function sumOfChoice(body: unknown, start: number, end: number): number | null {
  const echo = Echo.safeParse(body);
  if (!echo.success) return null;
  const { token_logprobs: logProbs, text_offset: offsets } = echo.data.choices[0]!.logprobs;
  const own = logProbs.filter((_, i) => offsets[i] !== undefined && offsets[i] >= start && offsets[i] < end);
  return own.length === 0 || own.includes(null) ? null : own.reduce<number>((sum, logProb) => sum + (logProb ?? 0), 0);
}
