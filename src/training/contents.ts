/** What is behind the paths of a configuration: a run that continues should meet the same files, not only the same names. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contentFingerprint } from '../files/content-fingerprint.ts';
import { OPTIMIZER } from '../tensors/checkpoint.ts';

/** Fingerprints by what they are of, such as `model.base`. */
export type Contents = Readonly<Record<string, string>>;

/** Files of a model, an encoder or adapters that decide what they compute. */
const DECIDING = /\.(json|safetensors|gguf)$/;

/**
 * The contents of a model file, or of those in a folder; nothing where there are none: whoever opens them says so better.
 *
 * @param key what they are, as an error would name them
 */
export function modelContents(key: string, path: string): Contents {
  return filesContents(key, modelFiles(path));
}

/** The contents of the Arrow files in these folders, as many of them as there are. */
export function arrowContents(key: string, folders: readonly string[]): Contents {
  return filesContents(key, folders.flatMap((folder) => filesIn(folder, (name) => name.endsWith('.arrow'))));
}

/** The contents of files that are there. */
export function filesContents(key: string, files: readonly string[]): Contents {
  return files.length === 0 ? {} : { [key]: contentFingerprint(files) };
}

function modelFiles(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() === true) return [path];
  return filesIn(path, (name) => DECIDING.test(name) && name !== OPTIMIZER);
}

function filesIn(folder: string, counts: (name: string) => boolean): string[] {
  if (!existsSync(folder)) return [];
  const paths = readdirSync(folder).filter(counts).sort().map((name) => join(folder, name));
  return paths.filter((path) => statSync(path).isFile());
}

/** What is known on both sides and differs: runs of before say nothing of contents. */
export function changedContents(saved: Contents, now: Contents): string[] {
  return Object.keys(now).filter((key) => saved[key] !== undefined && saved[key] !== now[key]);
}
