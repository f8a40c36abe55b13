/** Keeps a conversation within the model's context: the oldest tool results give way first. */
import type { ToolMessage } from '../../../endpoint/tool-chat.ts';
import { estimateTokens } from '../../../methods/token-estimate.ts';

const LEFT_OUT = '(left out to save room; call the tool again to see it)';
/** Tokens around a message: marks of roles, ids of calls. */
const AROUND = 16;

/** The same messages, with as many old tool results left out as must be; the last result always stays. */
export function fitMessages(messages: readonly ToolMessage[], budget: number): readonly ToolMessage[] {
  const fitted = [...messages];
  let tokens = fitted.reduce((sum, message) => sum + tokensOf(message), 0);
  const last = fitted.findLastIndex(({ role }) => role === 'tool');
  for (let index = 0; index < last && tokens > budget; index += 1) {
    const message = fitted[index] as ToolMessage;
    if (message.role !== 'tool') continue;
    const short = { ...message, content: LEFT_OUT };
    tokens += Math.min(0, tokensOf(short) - tokensOf(message));
    fitted[index] = short;
  }
  return fitted;
}

function tokensOf(message: ToolMessage): number {
  const calls = message.role === 'assistant' ? message.calls.map((call) => call.name + call.arguments).join('') : '';
  return AROUND + estimateTokens(message.content + calls);
}
