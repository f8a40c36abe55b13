/**
 * Takes the host away from a thread, so that Python in it has nothing to reach, by whatever way it gets out of
 * its own restrictions: Pyodide on Node.js otherwise runs `os.system` in a shell of the host, opens sockets, and hands
 * its file loader to whoever finds it. What is left is named, and all else is taken: a module that a later Node.js
 * brings is not forgotten. Text becomes JavaScript no more, and nothing is loaded any more.
 */
import { EventEmitter } from 'node:events';
import module, { createRequire } from 'node:module';

/** Modules that compute, and have no files, processes, threads, network or loader in them. */
const KEPT_MODULES = new Set([
  ...['assert', 'assert/strict', 'async_hooks', 'buffer', 'console', 'constants', 'crypto', 'diagnostics_channel', 'events', 'path', 'path/posix', 'path/win32'],
  ...['perf_hooks', 'process', 'punycode', 'querystring', 'stream', 'stream/consumers', 'stream/promises', 'stream/web', 'string_decoder', 'sys'],
  ...['timers', 'timers/promises', 'url', 'util', 'util/types', 'zlib'],
  ...['_stream_duplex', '_stream_passthrough', '_stream_readable', '_stream_transform', '_stream_wrap', '_stream_writable'],
]);

/** Node.js itself does not give them to a thread. */
const NO_THREADS_MODULES = new Set(['trace_events']);

/** Modules that are there under their full names alone, and not in every list of modules. */
const FULL_NAMES = ['node:sea', 'node:sqlite'];

/** Of `process`: what Node.js itself calls as it goes on, and what tells times. */
const KEPT_OF_PROCESS = new Set([
  ...['nextTick', '_tickCallback', '_fatalException', 'emitWarning', 'hasUncaughtExceptionCaptureCallback', 'setUncaughtExceptionCaptureCallback'],
  ...['hrtime', 'uptime', 'cpuUsage', 'memoryUsage', 'assert', 'exitCode', '_exiting', 'stdout', 'stderr', 'version', 'versions', 'arch', 'platform', 'features', 'release'],
  ...['_events', '_eventsCount', '_maxListeners', 'domain', 'config', 'sourceMapsEnabled'],
]);

/** Of what a process knows of its host, what Node.js reads as it goes on. */
const EMPTY_OF_PROCESS = { env: {}, argv: [], execArgv: [], execPath: '', title: '' } as const;

const HOST_GLOBALS = [
  ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'BroadcastChannel', 'localStorage', 'sessionStorage', 'Storage'],
  // `require` is Pyodide's.
  ...['eval', 'require'],
];

function refuse(): never {
  throw new Error('rules have no access to the host');
}

/** For the rest of the thread's life. What was loaded before goes on working as long as it needs none of it. */
export function lockDown(): void {
  const require = createRequire(import.meta.url);
  const hosts = hostModules().map((name) => require(name) as object);
  const crypto = require('node:crypto') as object;
  const sync = module.syncBuiltinESMExports;
  refuseLoading();
  for (const host of hosts) hollow(host, Object.getOwnPropertyNames(host));
  // A library of OpenSSL's would be loaded from a file.
  hollow(crypto, ['setEngine']);
  hollowProcess();
  refuseCode();
  for (const name of HOST_GLOBALS) Reflect.deleteProperty(globalThis, name);
  // Imported bindings follow the modules' properties only when told to.
  sync();
}

function hostModules(): string[] {
  const listed = module.builtinModules.filter((name) => !KEPT_MODULES.has(name) && !NO_THREADS_MODULES.has(name));
  return [...new Set([...listed, ...FULL_NAMES.filter((name) => module.isBuiltin(name))])];
}

/** Whatever is imported from now on, modules of Node.js included, is refused: a loader reads files, and in a thread of its own. */
function refuseLoading(): void {
  const hook = `export function resolve() { throw new Error(${JSON.stringify('rules have no access to the host')}); }`;
  module.register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

function hollowProcess(): void {
  for (const [name, value] of Object.entries(EMPTY_OF_PROCESS)) Object.defineProperty(process, name, { value, configurable: false, writable: false });
  // Loaders put ways to tell of events of their own in place of those that a process inherits.
  const isKept = (name: string): boolean => KEPT_OF_PROCESS.has(name) || name in EventEmitter.prototype;
  hollow(process, Object.getOwnPropertyNames(process).filter((name) => !isKept(name)));
}

/** Functions make functions from text by the constructors of the four kinds there are. */
function refuseCode(): void {
  const kinds = [() => undefined, async () => undefined, function* () {}, async function* () {}];
  for (const kind of kinds) hollow(Object.getPrototypeOf(kind) as object, ['constructor']);
  // Pyodide asks by this name what is a function.
  const named = Object.assign(() => refuse(), { prototype: Function.prototype });
  Object.defineProperty(globalThis, 'Function', { value: named, configurable: false, writable: false });
}

/** In place of each property that is or gives more than a plain value stands one that refuses. */
function hollow(host: object, names: readonly string[]): void {
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(host, name);
    if (property?.configurable !== true || (property.get === undefined && !(property.value instanceof Object))) continue;
    Object.defineProperty(host, name, { value: refuse, configurable: false, writable: false, enumerable: property.enumerable ?? false });
  }
}
const PAGE_BYTES = 65_536;

/** The part of WebAssembly's memory that is used here; its types come with browsers' alone. */
interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** Python gets a MemoryError where its memory would grow beyond this. */
export function limitMemory(bytes: number): void {
  const { prototype } = (globalThis as unknown as { readonly WebAssembly: { readonly Memory: { readonly prototype: WasmMemory } } }).WebAssembly.Memory;
  const grow = prototype.grow;
  prototype.grow = function (this: WasmMemory, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES > bytes) throw new RangeError('Python needs more memory than it may have');
    return grow.call(this, pages);
  };
}
