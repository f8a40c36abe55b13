/**
 * The layers a configuration is made of: a base file, the file that extends it,
 * and `key.path=value` overrides. Each layer remembers where its keys stand.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parse,
  parseDocument,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { UserError, type FaultPlace } from '../errors.ts';

/** Plain data as YAML gives it: a mapping of keys to scalars, lists and mappings. */
export type Mapping = Readonly<Record<string, unknown>>;

/** One source of configuration keys. */
export interface Layer {
  readonly data: Mapping;
  /** Where the key stands in this source, or null if it does not stand there. */
  place(path: readonly PropertyKey[]): FaultPlace | null;
}

const EXTENDS = 'extends';

/** Reads a file and the one file it may extend; the base comes first. */
export function readFileLayers(path: string): Layer[] {
  const { layer, base } = readFileLayer(path);
  if (base === null) return [layer];
  const parent = readFileLayer(base);
  if (parent.base === null) return [parent.layer, layer];
  throw UserError.of({
    expected: 'a base file that extends nothing itself (one level of extends)',
    got: `extends: ${parent.base}`,
    where: { file: base, key: EXTENDS },
    fix: `let ${path} extend ${parent.base} directly, and copy what it needs of ${base}`,
  });
}

function readFileLayer(path: string): { layer: Layer; base: string | null } {
  const lines = new LineCounter();
  const document = parseDocument(readText(path), { lineCounter: lines });
  refuseSyntaxErrors(document, path);
  const root = document.contents;
  if (!isMap(root)) {
    throw UserError.of({
      expected: 'a YAML mapping of keys to values',
      got: root === null ? 'an empty file' : 'another kind of YAML value',
      where: { file: path },
      fix: 'begin from one of the files under experiments/',
    });
  }
  const { [EXTENDS]: base, ...data } = document.toJS() as Record<string, unknown>;
  return { layer: fileLayer(path, data, root, lines), base: basePath(path, base) };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw UserError.of(
      {
        expected: 'a readable YAML file',
        got: cause instanceof Error ? cause.message : String(cause),
        where: { file: path },
        fix: 'check the path; the shipped configurations are under experiments/',
      },
      { cause },
    );
  }
}

/** `yaml` puts line and column into its messages; all of them are shown at once. */
function refuseSyntaxErrors(document: Document, path: string): void {
  const faults = [...document.errors, ...document.warnings];
  if (faults.length === 0) return;
  throw new UserError(faults.map((fault) => `${path}: ${fault.message.trim()}`).join('\n'));
}

function basePath(path: string, base: unknown): string | null {
  if (base === undefined) return null;
  if (typeof base === 'string' && base !== '') return resolve(dirname(path), base);
  throw UserError.of({
    expected: 'the path of one YAML file, relative to this one',
    got: JSON.stringify(base),
    where: { file: path, key: EXTENDS },
    fix: 'write for example `extends: tiny.yaml`',
  });
}

function fileLayer(path: string, data: Mapping, root: YAMLMap, lines: LineCounter): Layer {
  return {
    data,
    place: (keys) => {
      const offset = keyOffset(root, keys);
      return offset === null ? null : { file: path, line: lines.linePos(offset).line };
    },
  };
}

/** Offset of the key itself, not of its value, which may begin a line later; in a list, of the item. */
function keyOffset(root: YAMLMap, keys: readonly PropertyKey[]): number | null {
  let node: unknown = root;
  let offset: number | null = null;
  for (const key of keys) {
    const entry = isMap(node) ? pairOf(node, key) : isSeq(node) ? itemOf(node, key) : undefined;
    if (entry === undefined) return isMap(node) ? null : offset;
    offset = entry.at.range?.[0] ?? offset;
    node = entry.value;
  }
  return offset;
}

interface Entry {
  /** The node that marks the place of the entry. */
  readonly at: Node;
  readonly value: unknown;
}

function pairOf(map: YAMLMap, key: PropertyKey): Entry | undefined {
  const pair = map.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
  return pair === undefined || !isNode(pair.key) ? undefined : { at: pair.key, value: pair.value };
}

function itemOf(list: YAMLSeq, key: PropertyKey): Entry | undefined {
  const item = list.items[Number(key)];
  return isNode(item) ? { at: item, value: item } : undefined;
}

/** Reads `key.path=value`; the value is YAML, so lists and numbers can be given. */
export function overrideLayer(text: string): Layer {
  const equals = text.indexOf('=');
  const keys = text.slice(0, Math.max(equals, 0)).trim().split('.');
  if (equals < 1 || keys.includes('')) {
    throw UserError.of({
      expected: 'key.path=value',
      got: text,
      where: { key: '--set' },
      fix: 'write for example --set stage1.steps=100',
    });
  }
  const data = keys.reduceRight<unknown>((value, key) => ({ [key]: value }), overrideValue(text, equals));
  return { data: data as Mapping, place: (path) => (isPrefix(path, keys) ? { file: `--set ${text}` } : null) };
}

function overrideValue(text: string, equals: number): unknown {
  try {
    return parse(text.slice(equals + 1)) as unknown;
  } catch (cause) {
    throw UserError.of(
      {
        expected: 'a YAML value after the equals sign',
        got: text,
        where: { key: '--set' },
        fix: 'put quotes around text that has special characters',
      },
      { cause },
    );
  }
}

/** The override's own key stands for everything above and below it. */
function isPrefix(path: readonly PropertyKey[], keys: readonly string[]): boolean {
  const shared = Math.min(path.length, keys.length);
  return path.length > 0 && path.slice(0, shared).every((key, index) => String(key) === keys[index]);
}

/** Lays `over` on `under`: mappings key by key, all else replaced. */
export function mergeMappings(under: Mapping, over: Mapping): Mapping {
  // A mapping of another kind shares no keys with the one it replaces.
  if (over['kind'] !== undefined && over['kind'] !== under['kind']) return over;
  const changed = Object.entries(over).map(([key, value]) => {
    const old = Object.hasOwn(under, key) ? under[key] : undefined;
    return [key, isMapping(old) && isMapping(value) ? mergeMappings(old, value) : value] as const;
  });
  // Unlike an assignment, fromEntries makes a plain key of `__proto__` too.
  return Object.fromEntries([...Object.entries(under), ...changed]);
}

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
