/** The second wall: Python that may import and run anything still finds no host. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

const folder = mkdtempSync(join(tmpdir(), 'nesys-locked-'));
const secret = join(folder, 'secret.txt');
const made = join(folder, 'made.txt');
const data = join(folder, 'secret.json');
const variables = join(folder, '.env');
writeFileSync(secret, 'the secret');
writeFileSync(data, '{"secret": true}');
writeFileSync(variables, 'SECRET=secret');
afterAll(() => rmSync(folder, { recursive: true }));

/** What a rule that got out of its restrictions might try. */
function attempts(port: number): Record<string, string> {
  // A way to run JavaScript that rules do not have: the worker keeps it from before the thread was locked.
  const js = (code: string): string => `import escape\nawait escape.run(${JSON.stringify(`return ${code}`)})`;
  return {
    open: `open(${JSON.stringify(secret)}).read()`,
    socket: `import socket\ns = socket.create_connection(("127.0.0.1", ${port}), 2)\ns.send(b"GET / HTTP/1.0\\r\\n\\r\\n")`,
    fetch: `from pyodide.http import pyfetch\nawait pyfetch("http://127.0.0.1:${port}/")`,
    loader: `import pyodide_js\nawait pyodide_js._api.loadBinaryFile(${JSON.stringify(secret)})`,
    mount: `import pyodide_js\npyodide_js.mountNodeFS("/host", ${JSON.stringify(folder)})\nopen("/host/secret.txt").read()`,
    globals: 'import js\njs.process',
    import: js(`import('node:fs').then((fs) => fs.readFileSync(${JSON.stringify(secret)}, 'utf8'))`),
    promises: js(`import('node:fs/promises').then((fs) => fs.readFile(${JSON.stringify(secret)}, 'utf8'))`),
    builtin: js(`process.getBuiltinModule('fs').readFileSync(${JSON.stringify(secret)}, 'utf8')`),
    spawn: js(`import('node:child_process').then((cp) => cp.execSync('cp ${secret} ${made}'))`),
    thread: js(`import('node:worker_threads').then(({ Worker }) => new Worker('0', { eval: true }).threadId)`),
    binding: js(`process.binding('fs').internalModuleStat(${JSON.stringify(secret)})`),
    network: js(`import('node:net').then((net) => net.connect(${port}, '127.0.0.1'))`),
    request: js(`import('node:http').then((http) => http.get('http://127.0.0.1:${port}/'))`),
    websocket: js(`new WebSocket('ws://127.0.0.1:${port}/').url`),
    json: js(`import(${JSON.stringify(data)}, { with: { type: 'json' } }).then((found) => JSON.stringify(found.default))`),
    agent: js(`import('_http_agent').then(({ globalAgent }) => globalAgent.createConnection({ port: ${port}, host: '127.0.0.1' }))`),
    sqlite: js(`import('node:sqlite').then(({ DatabaseSync }) => new DatabaseSync(${JSON.stringify(made)}))`),
    report: js('JSON.stringify(process.report.getReport())'),
    writtenReport: js(`process.report.writeReport(${JSON.stringify(made)})`),
    environment: js(`process.loadEnvFile(${JSON.stringify(variables)})`),
    variables: js("Object.keys(process.env).concat(process.argv).join() || Promise.reject(new Error('nothing'))"),
    folder: js('process.cwd()'),
    messages: js("import('node:worker_threads').then(({ parentPort }) => parentPort.postMessage(null))"),
    handles: js('process._getActiveHandles()'),
    function: "import pyodide_js\nawait pyodide_js.loadPackage.constructor('return 1')()",
    script: `import pyodide_js\nawait pyodide_js._api.loadScript(${JSON.stringify(data)})`,
    eval: "from pyodide.code import run_js\nrun_js('process.version')",
    memory: 'len(bytearray(700 * 1024 ** 2))',
    // Each breaks Python, so that it has a thread of its own.
    shell: `import os\nstatus = os.system("cp ${secret} ${made}")\nassert status == 0, status`,
    emscripten: 'import ctypes\nctypes.CDLL(None).emscripten_run_script(b"process.version")',
  };
}

/** The others in one thread, and each of these in its own. */
const BREAKING = ['shell', 'emscripten'];

async function outcomesOfAll(all: Record<string, string>): Promise<Outcomes> {
  const rest = Object.fromEntries(Object.entries(all).filter(([name]) => !BREAKING.includes(name)));
  const groups = [rest, ...BREAKING.map((name) => ({ [name]: all[name]! }))];
  const outcomes: Outcomes[] = [];
  for (const group of groups) outcomes.push(await outcomesOf(group));
  return Object.assign({}, ...outcomes) as Outcomes;
}

type Outcomes = Record<string, string>;

async function outcomesOf(all: Record<string, string>): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  const worker = new Worker(new URL('./unguarded-worker.js', import.meta.url), { workerData: { attempts: all }, env: {}, stdout: true, stderr: true });
  await new Promise<void>((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (message: { name: string; outcome: string } | null) => {
      if (message === null) resolve();
      else outcomes[message.name] = message.outcome;
    });
  });
  await worker.terminate();
  return outcomes;
}

it('neither files, nor processes, nor the network', async () => {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.end();
  });
  server.on('connection', () => (requests += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const outcomes = await outcomesOfAll(attempts(port));
  await new Promise((resolve) => server.close(resolve));

  // A socket pretends to connect: what counts is that nothing arrives.
  const { socket, ...others } = outcomes;
  expect(Object.keys(others).sort()).toEqual(Object.keys(attempts(0)).filter((name) => name !== 'socket').sort());
  expect(socket).toBeDefined();
  expect(Object.entries(others).filter(([, outcome]) => !outcome.startsWith('failed: '))).toEqual([]);
  expect(existsSync(made)).toBe(false);
  expect(requests).toBe(0);
  expect(outcomes['memory']).toContain('MemoryError');
  for (const name of ['builtin', 'loader', 'shell', 'json', 'agent', 'environment', 'function']) expect(outcomes[name]).toContain('rules have no access to the host');
});
