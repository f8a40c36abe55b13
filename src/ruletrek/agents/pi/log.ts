/** pi's JSON lines (`--mode json`) as events of a trajectory, and the count of its steps. */
import { z } from 'zod';
import { parseJson } from '../../../files/parse-json.ts';
import type { TrajectoryLog } from '../trajectory.ts';

const Content = z.array(z.object({ type: z.string(), text: z.string().optional() }));
const Line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('tool_execution_start'), toolCallId: z.string(), toolName: z.string(), args: z.unknown() }),
  z.object({ type: z.literal('tool_execution_end'), toolCallId: z.string(), result: z.object({ content: Content }).optional(), isError: z.boolean() }),
  z.object({
    type: z.literal('message_end'),
    message: z.object({ role: z.string(), content: z.union([z.string(), Content]), stopReason: z.string().optional(), errorMessage: z.string().optional() }),
  }),
]);
type Line = z.infer<typeof Line>;
type LineOf<Type extends Line['type']> = Extract<Line, { type: Type }>;

export interface PiLog {
  /** Takes a piece of standard output. */
  push(piece: Buffer): void;
  /** Why pi's last message ended: "stop", "aborted", "error"; its exit code does not tell. */
  stopReason(): string | null;
  errorMessage(): string;
}

/**
 * @param steps tool runs that are allowed
 * @param exhausted called once, when a further call was made and all allowed ones have ended
 */
export function piLog(log: TrajectoryLog, steps: number, exhausted: () => void): PiLog {
  /** Step of each call that may run, until it ends. */
  const running = new Map<string, number>();
  const last = { reason: null as string | null, error: '' };
  let [started, told] = [0, false];
  const starts = ({ toolCallId, toolName, args }: LineOf<'tool_execution_start'>): void => {
    started += 1;
    if (started > steps) return;
    running.set(toolCallId, started);
    log.record({ kind: 'tool_call', step: started, tool: toolName, arguments: JSON.stringify(args ?? {}) });
  };
  const ends = ({ toolCallId, result, isError }: LineOf<'tool_execution_end'>): void => {
    const step = running.get(toolCallId);
    if (step !== undefined) log.record({ kind: 'tool_result', step, output: textOf(result?.content ?? []), failed: isError });
    running.delete(toolCallId);
  };
  const says = ({ message }: LineOf<'message_end'>): void => {
    if (message.role !== 'assistant') return;
    const text = textOf(message.content);
    if (text !== '') log.record({ kind: 'message', role: 'assistant', text });
    last.reason = message.stopReason ?? null;
    last.error = message.errorMessage ?? '';
  };
  const hear = (line: Line): void => {
    if (line.type === 'tool_execution_start') starts(line);
    else if (line.type === 'tool_execution_end') ends(line);
    else says(line);
    if (started <= steps || running.size > 0 || told) return;
    told = true;
    exhausted();
  };
  return { push: lineReader(hear), stopReason: () => last.reason, errorMessage: () => last.error };
}

/** Whole lines out of pieces; lines of other types, and those that a kill cut off, are passed over. */
function lineReader(hear: (line: Line) => void): (piece: Buffer) => void {
  const decoder = new TextDecoder();
  let rest = '';
  return (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const parsed = Line.safeParse(parseJson(line));
      if (parsed.success) hear(parsed.data);
    }
  };
}

function textOf(content: string | z.infer<typeof Content>): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text ?? '').join('');
}
