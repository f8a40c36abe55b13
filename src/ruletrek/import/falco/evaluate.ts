/** First evaluator of Falco conditions: walks the parsed condition, one event at a time. */
import type { FalcoFile } from './files.ts';
import { parseCondition, type Expression } from './parse.ts';

/** Field → value as text, bytes as hexadecimal digits. A field that is not there fails every test of it. */
export type FalcoEvent = Readonly<Record<string, string>>;

/** The parsed conditions of a file by name; a rule may bear the name of a macro, so that the kind is part of it. */
export interface ParsedFile {
  readonly macros: ReadonlyMap<string, Expression>;
  readonly conditions: readonly Expression[];
  readonly lists: ReadonlyMap<string, readonly string[]>;
}

export function parseFile({ conditions, lists }: FalcoFile): ParsedFile {
  const parsed = conditions.map(({ text }) => parseCondition(text));
  const macros = conditions.flatMap(({ kind, name }, i): [string, Expression][] => (kind === 'macro' ? [[name, parsed[i]!]] : []));
  return { macros: new Map(macros), conditions: parsed, lists };
}

/** Whether each condition of the file holds for the event. */
export function evaluateEvent(file: ParsedFile, event: FalcoEvent): boolean[] {
  const known = new Map<string, boolean>();
  return file.conditions.map((condition) => holds(condition, { file, event, known }));
}

interface Work {
  readonly file: ParsedFile;
  readonly event: FalcoEvent;
  /** Macros that were evaluated already. */
  readonly known: Map<string, boolean>;
}

function holds(expression: Expression, work: Work): boolean {
  switch (expression.kind) {
    case 'and':
      return expression.parts.every((part) => holds(part, work));
    case 'or':
      return expression.parts.some((part) => holds(part, work));
    case 'not':
      return !holds(expression.part, work);
    case 'macro':
      return macroHolds(expression.name, work);
    default:
      return testHolds(expression, work);
  }
}

function macroHolds(name: string, work: Work): boolean {
  const known = work.known.get(name);
  if (known !== undefined) return known;
  const macro = work.file.macros.get(name);
  if (macro === undefined) throw new RangeError(`no macro ${name}`);
  const value = holds(macro, work);
  work.known.set(name, value);
  return value;
}

/** Names of lists among the values stand for their items. */
export function expandLists(values: readonly string[], lists: ReadonlyMap<string, readonly string[]>): string[] {
  return values.flatMap((value) => {
    const items = lists.get(value);
    return items === undefined ? [value.replaceAll('"', '')] : expandLists(items, lists);
  });
}

function testHolds({ field, operator, values }: Expression & { readonly kind: 'test' }, { event, file }: Work): boolean {
  const got = event[field];
  if (got === undefined) return false;
  const [first = ''] = values;
  const isNet = /net$/.test(field);
  switch (operator) {
    case 'exists':
      return true;
    case '=':
      return isNet ? inNetwork(got, first) : got === first;
    case '!=':
      return isNet ? !inNetwork(got, first) : got !== first;
    case '<':
      return Number(got) < Number(first);
    case '<=':
      return Number(got) <= Number(first);
    case '>':
      return Number(got) > Number(first);
    case '>=':
      return Number(got) >= Number(first);
    default:
      return textHolds(operator, got, values, { isNet, lists: file.lists });
  }
}

function textHolds(operator: string, got: string, values: readonly string[], { isNet, lists }: { readonly isNet: boolean; readonly lists: ParsedFile['lists'] }): boolean {
  const [first = ''] = values;
  switch (operator) {
    case 'contains':
      return got.includes(first);
    case 'icontains':
      return got.toLowerCase().includes(first.toLowerCase());
    case 'bcontains':
      return Buffer.from(got, 'hex').includes(Buffer.from(first, 'hex'));
    case 'startswith':
      return got.startsWith(first);
    case 'endswith':
      return got.endsWith(first);
    case 'glob':
      return globPattern(first).test(got);
    case 'pmatch':
      return expandLists(values, lists).some((path) => got === path || got.startsWith(path.endsWith('/') ? path : `${path}/`));
    case 'intersects':
      return expandLists(values, lists).some((value) => got.split(',').includes(value));
    default:
      return expandLists(values, lists).some((value) => (isNet ? inNetwork(got, value) : got === value));
  }
}

/** `*` stands for any characters, `?` for one. */
function globPattern(glob: string): RegExp {
  const plain = glob.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${plain.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
}

function addressNumber(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** 10.4.0.12 is in 10.0.0.0/8; an address without a length is a network of its own. */
function inNetwork(address: string, network: string): boolean {
  const [base = '', length = '32'] = network.split('/');
  const size = 2 ** (32 - Number(length));
  return Math.floor(addressNumber(address) / size) === Math.floor(addressNumber(base) / size);
}
