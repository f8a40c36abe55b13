/** The model as a sandboxed program sees it: an address inside the sandbox, and the mounts and words that make it answer. */
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mountInside, socketInside, type SandboxKind } from '../../sandbox/kinds.ts';
import type { ReadOnlyMount } from '../../sandbox/spec.ts';
import { startModelProxy, type ModelProxy, type ProxyEvents, type ProxySettings } from './proxy.ts';

/** Node.js as it is here, wherever it is here. */
export const NODE: ReadOnlyMount = { from: process.execPath, to: '/opt/bench/node' };
const BRIDGE: ReadOnlyMount = { from: fileURLToPath(new URL('bridge.mjs', import.meta.url)), to: '/opt/bench/bridge.mjs' };
/** In a sandbox, whose network is its own. */
const PORT = 8377;

/** In the place of a key: programs insist on having one. */
export const NO_KEY = 'none';

export interface ModelLink {
  readonly proxy: ModelProxy;
  readonly socket: string;
  /** As programs inside find the model. */
  readonly baseUrl: string;
  readonly mounts: readonly ReadOnlyMount[];
  /** The command with the bridge before it. */
  bridged(command: readonly string[]): string[];
  close(): Promise<void>;
}

/** Starts the proxy of one trial. @param folder of this machine that gets the socket */
export async function openModelLink(kind: SandboxKind, folder: string, settings: ProxySettings, events: ProxyEvents): Promise<ModelLink> {
  const socket = join(folder, 'llm.sock');
  const port = kind === 'none' ? await freePort() : PORT;
  const proxy = await startModelProxy(socket, settings, events);
  return {
    proxy,
    socket,
    mounts: [NODE, BRIDGE],
    baseUrl: `http://127.0.0.1:${port}/v1`,
    bridged: (command) => [mountInside(kind, NODE), mountInside(kind, BRIDGE), socketInside(kind, socket), String(port), ...command],
    close: proxy.close,
  };
}

/** Without a sandbox, trials side by side share the ports of this machine. */
function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((found) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });
}
