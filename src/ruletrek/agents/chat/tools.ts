/** The tools of the chat agent. Each is one short command in the sandbox: what the sandbox hides, no tool can reach. */
import { z } from 'zod';
import type { ToolDefinition } from '../../../endpoint/tool-chat.ts';

/** What a tool asks the sandbox to do. */
export interface ToolCommand {
  readonly command: readonly string[];
  readonly input?: string;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly parameters: z.ZodType;
  /** The result as the model reads it; `run` runs a command in the sandbox. */
  use(values: unknown, run: RunTool): Promise<ToolResult>;
}

export interface ToolResult {
  readonly output: string;
  readonly failed: boolean;
}

export type RunTool = (command: ToolCommand) => Promise<ToolResult & { readonly bytes: Buffer }>;

/** A tool whose arguments are checked against its schema before it is used. */
export function defineTool<Schema extends z.ZodObject>(
  name: string,
  description: string,
  parameters: Schema,
  use: (values: z.infer<Schema>, run: RunTool) => Promise<ToolResult>,
): Tool {
  return { name, description, parameters, use: (values, run) => use(parameters.parse(values), run) };
}

export function toolDefinition({ name, description, parameters }: Tool): ToolDefinition {
  const { $schema: _, ...schema } = z.toJSONSchema(parameters, { io: 'input' });
  return { name, description, parameters: schema };
}

/** Checks the model's JSON and uses the tool; every fault of the call is told to the model, in words. */
export async function callTool(tools: readonly Tool[], name: string, text: string, run: RunTool): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return fault(`there is no tool ${name}; the tools are ${tools.map((one) => one.name).join(', ')}`);
  const parsed = tool.parameters.safeParse(parsedOrText(text));
  return parsed.success ? tool.use(parsed.data, run) : fault(`arguments of ${name}: ${z.prettifyError(parsed.error)}`);
}

/** A text that is no JSON is refused by every schema. */
function parsedOrText(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    return text;
  }
}

function fault(output: string): ToolResult {
  return { output: `error: ${output}`, failed: true };
}
