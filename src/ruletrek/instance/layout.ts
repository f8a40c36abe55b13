/** Where things are in an instance's folder, and which of them an agent gets to see in which task. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Task } from '../formats/vocabulary.ts';

/** Folders and files of `instances/<id>/`. `gold/` is never mounted. */
export const LAYOUT = {
  task: 'task.json',
  workspace: 'workspace',
  rules: 'rules',
  graph: 'graph.json',
  gold: 'gold',
  goldGraph: 'gold/graph.json',
  goldAnswer: 'gold/answer.json',
  goldTrace: 'gold/trace.json',
  goldEvidence: 'gold/evidence.json',
  goldVerify: 'gold/verify.json',
  goldStages: 'gold/stages.json',
} as const;

/** One file that goes into an agent's workspace. */
export interface MountedFile {
  readonly from: string;
  /** Path below /workspace, with forward slashes. */
  readonly to: string;
}

/** The files of a task in the order of their names: facts at the top, then `rules/` (RI, E2E) or `graph.json` (RD). */
export function taskFiles(instanceFolder: string, task: Task): MountedFile[] {
  const facts = filesBelow(join(instanceFolder, LAYOUT.workspace)).map((path) => ({ from: join(instanceFolder, LAYOUT.workspace, path), to: path }));
  if (task === 'RD') return [...facts, { from: join(instanceFolder, LAYOUT.graph), to: 'graph.json' }];
  const rules = filesBelow(join(instanceFolder, LAYOUT.rules)).map((path) => ({ from: join(instanceFolder, LAYOUT.rules, path), to: `rules/${path}` }));
  return [...facts, ...rules];
}

/** Files below a folder, relative to it, sorted; with forward slashes. */
export function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile()).map((name) => name.replaceAll('\\', '/')).sort();
}
