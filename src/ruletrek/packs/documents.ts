/** Rule documents in their native form, and the spans of rules in them. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../errors.ts';
import { sha256 } from '../core/canonical.ts';
import type { RuleSource } from '../core/rule.ts';
import { readParagraphs, writeParagraphs } from '../render/docx.ts';
import { textOf } from '../render/table.ts';

export interface RuleDocument {
  /** Path below `rules/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Lines of a text file or paragraphs of a docx document; empty for tables. */
  readonly lines: readonly string[];
  /** Where sections begin, from 0. */
  readonly starts: readonly number[];
}

export interface Span {
  readonly locator: string;
  readonly text: string;
  readonly sha256: string;
}

/** The documents of a folder; `name.docx.md` becomes `name.docx`, one paragraph a line. */
export async function readDocuments(folder: string): Promise<RuleDocument[]> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  const files = names.filter((name) => statSync(join(folder, name)).isFile()).sort();
  return Promise.all(files.map((name) => readDocument(name, readFileSync(join(folder, name)))));
}

async function readDocument(name: string, bytes: Uint8Array): Promise<RuleDocument> {
  const text = textOf(bytes);
  if (!name.endsWith('.docx.md')) return textDocument(name, text);
  const lines = text.split('\n').filter((line) => line !== '');
  const starts = lines.flatMap((line, i) => (line.startsWith('#') ? [i] : []));
  const document = await writeParagraphs(lines);
  return { path: name.slice(0, -'.md'.length), bytes: document, lines: await readParagraphs(document), starts };
}

/** How a section begins: a Markdown heading, a YAML entry with its title or its kind of rule, a JSON entry with its id. */
const SECTION_STARTS: Readonly<Record<string, RegExp>> = { yaml: /^\s*- (title|list|macro|rule):/, json: /^\s*\{ "id":/ };

/** A document of text, cut into sections. */
export function textDocument(path: string, text: string): RuleDocument {
  const lines = text.trimEnd().split('\n');
  const start = SECTION_STARTS[path.slice(path.lastIndexOf('.') + 1)] ?? /^#/;
  const isStart = (line: string): boolean => start.test(line);
  return { path, bytes: new TextEncoder().encode(text), lines, starts: lines.flatMap((line, i) => (isStart(line) ? [i] : [])) };
}

/** The section that begins at a line, without empty lines at its end. */
export function spanAt({ path, lines, starts }: RuleDocument, start: number): Span {
  let end = starts.find((other) => other > start) ?? lines.length;
  while (lines[end - 1]!.trim() === '') end -= 1;
  const text = lines.slice(start, end).join('\n');
  const unit = path.endsWith('.docx') ? 'P' : 'L';
  return { locator: `${unit}${start + 1}-${unit}${end}`, text, sha256: sha256(text) };
}

/**
 * The section of a rule.
 * @throws UserError where the document or the anchor is gone, or the anchor stands there twice
 */
export function spanOf(documents: readonly RuleDocument[], source: RuleSource): Span {
  const document = documents.find(({ path }) => path === source.path);
  const places = document?.starts.filter((start) => document.lines[start]!.trim() === source.anchor) ?? [];
  if (document !== undefined && places.length === 1) return spanAt(document, places[0]!);
  const got = document === undefined ? 'no such document' : `${places.length} sections of that name`;
  throw UserError.of({ expected: `one section "${source.anchor}"`, got, where: { file: source.path, key: source.id }, fix: 'mend the anchor in rules.json or the document' });
}
