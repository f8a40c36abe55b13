/** The three ways to run a command: in bubblewrap, in namespaces of `unshare`, or, where someone asks for it by name, in none. */
import { accountArguments } from './account.ts';
import { bwrapCommand } from './bwrap.ts';
import { clockArguments, innerArguments } from './outer.ts';
import { environmentOf, MODEL_SOCKET, WORKSPACE, type ReadOnlyMount, type SandboxSpec } from './spec.ts';
import { unshareCommand } from './unshare.ts';

export const SANDBOX_KINDS = ['bwrap', 'unshare', 'none'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** Program and arguments that run the command of a specification. */
export function sandboxCommand(kind: SandboxKind, spec: SandboxSpec): string[] {
  switch (kind) {
    case 'bwrap':
      return bwrapCommand(spec);
    case 'unshare':
      return unshareCommand(spec);
    case 'none':
      return unsandboxedCommand(spec);
  }
}

/** Limits and a clean environment, and nothing else: network and files are those of this machine. */
function unsandboxedCommand(spec: SandboxSpec): string[] {
  const environment = environmentOf(spec).map(([name, value]) => `${name}=${value}`);
  return [...clockArguments(spec.limits), ...accountArguments(), 'env', '-i', '-C', spec.workspace, ...environment, ...innerArguments(spec.limits), ...spec.command];
}

/** What a command calls its workspace. */
export function workspaceInside(kind: SandboxKind, workspace: string): string {
  return kind === 'none' ? workspace : WORKSPACE;
}

/** What it calls the socket of the model. */
export function socketInside(kind: SandboxKind, socket: string): string {
  return kind === 'none' ? socket : MODEL_SOCKET;
}

/** What it calls a mounted file or folder. */
export function mountInside(kind: SandboxKind, { from, to }: ReadOnlyMount): string {
  return kind === 'none' ? from : to;
}
