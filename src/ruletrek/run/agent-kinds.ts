/** The agents that a run may ask for by name. */
import { SCRIPTED_AGENTS } from '../agents/scripted/scripted.ts';

/** chat: a model with tools; pi: the coding agent; cmd: any command. All three work in the sandbox. */
const SANDBOXED = ['chat', 'pi', 'cmd'] as const;
export type SandboxedKind = (typeof SANDBOXED)[number];

/** For messages. */
export const AGENT_KINDS_TEXT = `${[...SANDBOXED, ...SCRIPTED_AGENTS].join(', ')}, noisy(p) or noisy-rule(q)`;

export function isSandboxedKind(kind: string): kind is SandboxedKind {
  return (SANDBOXED as readonly string[]).includes(kind);
}

export function isAgentKind(kind: string): boolean {
  const scripted: readonly string[] = SCRIPTED_AGENTS;
  return isSandboxedKind(kind) || scripted.includes(kind) || /^noisy(?:-rule)?\((?:0(?:\.\d+)?|1)\)$/.test(kind);
}
