/** Typed access to a GGUF file's key-value metadata. */
import { UserError } from '../../errors.ts';
import type { GgufFile } from './gguf.ts';
import type { GgufValue } from './gguf-header.ts';

/** @throws UserError where the entry is missing or not a number */
export function metadataNumber(file: GgufFile, key: string): number {
  return optionalNumber(file, key) ?? wrong(file, key, 'a number');
}

/** null where there is no such entry. @throws UserError where it is not a number */
export function optionalNumber(file: GgufFile, key: string): number | null {
  const value = file.metadata.get(key);
  if (value === undefined) return null;
  if (typeof value === 'number') return value;
  return wrong(file, key, 'a number');
}

export function metadataText(file: GgufFile, key: string): string {
  const value = file.metadata.get(key);
  return typeof value === 'string' ? value : wrong(file, key, 'a string');
}

export function metadataTexts(file: GgufFile, key: string): readonly string[] {
  const value = file.metadata.get(key);
  return isList(value) && value.every((item) => typeof item === 'string') ? value : wrong(file, key, 'a list of strings');
}

export function metadataNumbers(file: GgufFile, key: string): readonly number[] {
  const value = file.metadata.get(key);
  return isList(value) && value.every((item) => typeof item === 'number') ? value : wrong(file, key, 'a list of numbers');
}

function isList(value: GgufValue | undefined): value is Extract<GgufValue, readonly unknown[]> {
  return Array.isArray(value);
}

function wrong(file: GgufFile, key: string, expected: string): never {
  const value = file.metadata.get(key);
  throw UserError.of({
    expected,
    got: value === undefined ? 'no such entry' : typeof value,
    where: { file: file.path, key },
    fix: 'the file was converted by another tool or is incomplete; get one that llama.cpp can run',
  });
}
