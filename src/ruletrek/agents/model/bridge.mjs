/**
 * Runs inside the sandbox, in plain Node.js: listens where programs expect an OpenAI-compatible endpoint, passes all on to
 * the one Unix socket, runs the command, and ends with its exit code.
 *   node bridge.mjs <socket> <port> <program> <argument>…
 */
import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';

const [socket, port, program, ...words] = process.argv.slice(2);

const server = createServer((inside) => {
  const outside = connect(socket);
  inside.pipe(outside).pipe(inside);
  inside.on('error', () => outside.destroy());
  outside.on('error', () => inside.destroy());
});

server.listen(Number(port), '127.0.0.1', () => {
  const child = spawn(program, words, { stdio: 'inherit' });
  child.on('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(127);
  });
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 137)));
});
