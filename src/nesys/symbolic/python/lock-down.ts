/**
 * Takes the host away from a thread, so that Python in it has nothing to reach, by whatever way it gets out of
 * its own restrictions: Pyodide on Node.js otherwise runs `os.system` in a shell of the host, opens sockets, and hands
 * its file loader to whoever finds it.
 */
import module, { createRequire } from 'node:module';

/** Modules with files, processes, threads, network or the loader in them. */
const HOST_MODULES = [
  ...['fs', 'fs/promises', 'child_process', 'cluster', 'worker_threads', 'module', 'vm', 'v8', 'wasi', 'repl', 'os'],
  ...['net', 'tls', 'dgram', 'dns', 'dns/promises', 'http', 'https', 'http2', 'inspector', 'inspector/promises'],
] as const;

const PROCESS_FUNCTIONS = ['binding', '_linkedBinding', 'dlopen', 'kill', 'abort', 'reallyExit', 'exit', 'chdir', 'getBuiltinModule', '_debugProcess'];

const NETWORK_GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest', 'BroadcastChannel'];

function refuse(): never {
  throw new Error('rules have no access to the host');
}

/** For the rest of the thread's life. What was loaded before goes on working as long as it needs none of it. */
export function lockDown(): void {
  const require = createRequire(import.meta.url);
  const hosts = HOST_MODULES.map((name) => require(`node:${name}`) as object);
  const sync = module.syncBuiltinESMExports;
  for (const host of hosts) hollow(host, Object.getOwnPropertyNames(host));
  hollow(process, PROCESS_FUNCTIONS);
  for (const name of NETWORK_GLOBALS) Reflect.deleteProperty(globalThis, name);
  // Imported bindings follow the modules' properties only when told to.
  sync();
}

function hollow(host: object, names: readonly string[]): void {
  for (const name of names) {
    const property = Object.getOwnPropertyDescriptor(host, name);
    if (property?.configurable !== true || (property.get === undefined && typeof property.value !== 'function')) continue;
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
