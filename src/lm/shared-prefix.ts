/**
 * Prompts of a batch that begin alike, as those do that list the same rules, have what they share read
 * once. Its keys and values stand once too, [1, KV, P, headDim], however many rows attend to them.
 */

/** Shorter beginnings are not worth a pass of their own. */
const SHORTEST_PREFIX = 16;

/** How many tokens all prompts begin with, at least one left to each; 0 where sharing them saves nothing. */
export function sharedPrefixLength(prompts: readonly (readonly number[])[]): number {
  const [first, ...others] = prompts;
  if (first === undefined || others.length === 0) return 0;
  const most = Math.min(...prompts.map((prompt) => prompt.length - 1));
  let length = 0;
  while (length < most && others.every((prompt) => prompt[length] === first[length])) length += 1;
  return length < SHORTEST_PREFIX ? 0 : length;
}
