/** A program in the place of pi: reads pi's own configuration, asks the model, and writes the lines that pi writes. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PI_PACKAGE, PI_VERSION } from '../../../src/ruletrek/agents/pi/install.ts';

/** What it does after each request: one tool call, until the model says that it is done. It does not heed the limit of steps. */
const PROGRAM = `
import { execSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
const { providers } = JSON.parse(readFileSync(process.env.PI_CODING_AGENT_DIR + '/models.json', 'utf8'));
const { baseUrl, apiKey } = providers.bench;
const say = (line) => process.stdout.write(JSON.stringify(line) + '\\n');
say({ type: 'session', version: 3 });
for (let turn = 1; ; turn += 1) {
  const reply = await fetch(baseUrl + '/chat/completions', { method: 'POST', headers: { authorization: 'Bearer ' + apiKey }, body: JSON.stringify({ model: 'bench', messages: [{ role: 'user', content: process.argv.at(-1) }] }) });
  if (!reply.ok) {
    say({ type: 'message_end', message: { role: 'assistant', content: [], stopReason: 'error', errorMessage: 'status ' + reply.status } });
    process.exit(0);
  }
  const { message } = (await reply.json()).choices[0];
  say({ type: 'message_end', message: { role: 'assistant', content: [{ type: 'text', text: message.content ?? '' }], stopReason: message.tool_calls ? 'toolUse' : 'stop' } });
  if (!message.tool_calls) process.exit(0);
  const { command } = JSON.parse(message.tool_calls[0].function.arguments);
  say({ type: 'tool_execution_start', toolCallId: 'c' + turn, toolName: 'bash', args: { command } });
  if (turn > Number(process.env.RULETREK_STEPS)) await new Promise((wait) => setTimeout(wait, 60_000));
  const text = execSync(command, { encoding: 'utf8' });
  say({ type: 'tool_execution_end', toolCallId: 'c' + turn, result: { content: [{ type: 'text', text }] }, isError: false });
}
`;

/** Installs it below `folder` as npm installs pi. */
export function writeFakePi(folder: string, version = PI_VERSION): void {
  const home = join(folder, 'node_modules', PI_PACKAGE);
  mkdirSync(join(home, 'dist'), { recursive: true });
  writeFileSync(join(home, 'package.json'), JSON.stringify({ version, type: 'module' }));
  writeFileSync(join(home, 'dist', 'cli.js'), PROGRAM);
}
