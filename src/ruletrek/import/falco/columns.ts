/**
 * Second evaluator of Falco conditions, which shares no code with the first: it turns the words of a condition into
 * reverse Polish notation and works on columns, one bit an event.
 */
import type { FalcoEvent } from './evaluate.ts';
import type { FalcoFile } from './files.ts';

/** One bit an event. */
type Column = Uint8Array;

/** Columns of all conditions of a file, in their order. */
export function evaluateColumns(file: FalcoFile, events: readonly FalcoEvent[]): Column[] {
  const macros = new Map(file.conditions.filter(({ kind }) => kind === 'macro').map(({ name, text }) => [name, text]));
  const cache = new Map<string, Column>();
  const macro = (name: string): Column => {
    const text = macros.get(name);
    if (text === undefined) throw new RangeError(`no macro ${name}`);
    const column = cache.get(name) ?? columnOf(text);
    cache.set(name, column);
    return column;
  };
  const columnOf = (text: string): Column => run(toPolish(wordsOf(text)), (test) => (test.length === 1 ? macro(test[0]!) : testColumn(test, file.lists, events)));
  return file.conditions.map(({ kind, name, text }) => (kind === 'macro' ? macro(name) : columnOf(text)));
}

/** Quoted values keep a mark in front, so that no quoted word is taken for an operator. */
const WORD = /"((?:\\.|[^"\\])*)"|'([^']*)'|(!=|<=|>=|[=<>(),])|((?:[^\s"'(),=<>![\]]|\[[^\]]*\]|!(?!=))+)/g;
const QUOTED = '\u0001';

function wordsOf(text: string): string[] {
  return [...text.matchAll(WORD)].map(([whole, double, single]) => {
    if (double !== undefined) return QUOTED + double.replaceAll(/\\(.)/g, '$1');
    return single === undefined ? whole : QUOTED + single;
  });
}

const SIGNS = new Set(['=', '!=', '<', '<=', '>', '>=', 'contains', 'icontains', 'bcontains', 'startswith', 'endswith', 'glob']);
const LIST_SIGNS = new Set(['in', 'intersects', 'pmatch']);

/** A test as its words (a macro has one), or an operator. */
type Item = readonly string[] | 'and' | 'or' | 'not';

/** Shunting-yard: operands go out, operators wait for weaker ones. */
function toPolish(words: readonly string[]): Item[] {
  const [out, stack]: [Item[], string[]] = [[], []];
  const strength = (operator: string | undefined): number => ['(', 'or', 'and', 'not'].indexOf(operator ?? '(');
  const release = (least: number): void => {
    while (stack.length > 0 && stack.at(-1) !== '(' && strength(stack.at(-1)) >= least) out.push(stack.pop() as Item);
  };
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i]!;
    if (word === '(' || word === 'not') stack.push(word);
    else if (word === 'and' || word === 'or') {
      release(strength(word));
      stack.push(word);
    } else if (word === ')') {
      release(0);
      stack.pop();
    } else {
      const length = testLength(words, i);
      out.push(words.slice(i, i + length));
      i += length - 1;
    }
  }
  release(0);
  return out;
}

/** Number of words of the test that begins at a word. */
function testLength(words: readonly string[], start: number): number {
  const sign = words[start + 1] ?? '';
  if (sign === 'exists') return 2;
  if (SIGNS.has(sign)) return 3;
  return LIST_SIGNS.has(sign) ? words.indexOf(')', start) - start + 1 : 1;
}

function run(items: readonly Item[], operand: (test: readonly string[]) => Column): Column {
  const stack: Column[] = [];
  for (const item of items) {
    if (typeof item !== 'string') stack.push(operand(item));
    else if (item === 'not') stack.push(stack.pop()!.map((bit) => 1 - bit));
    else {
      const [right, left] = [stack.pop()!, stack.pop()!];
      stack.push(left.map((bit, i) => (item === 'and' ? bit & right[i]! : bit | right[i]!)));
    }
  }
  return stack[0]!;
}

function testColumn([field = '', sign = '', ...rest]: readonly string[], lists: FalcoFile['lists'], events: readonly FalcoEvent[]): Column {
  const values = new Set(LIST_SIGNS.has(sign) ? rest.filter((word) => !['(', ',', ')'].includes(word)).flatMap((word) => itemsOf(word, lists)) : [plain(rest[0] ?? '')]);
  const test = predicate(sign, [...values], /net$/.test(field));
  return Uint8Array.from(events, (event) => {
    const cell = event[field];
    return cell !== undefined && test(cell) ? 1 : 0;
  });
}

function plain(word: string): string {
  return word.startsWith(QUOTED) ? word.slice(1) : word;
}

function itemsOf(word: string, lists: FalcoFile['lists']): string[] {
  const items = lists.get(plain(word));
  return items === undefined ? [plain(word).split('"').join('')] : items.flatMap((item) => itemsOf(item, lists));
}

type Predicate = (cell: string) => boolean;

function predicate(sign: string, values: readonly string[], isNet: boolean): Predicate {
  const value = values[0] ?? '';
  const equal: Predicate = isNet ? (cell) => values.some((one) => sharesPrefix(cell, one)) : (cell) => values.includes(cell);
  const predicates: Readonly<Record<string, Predicate>> = {
    exists: () => true,
    '=': equal,
    in: equal,
    '!=': (cell) => !equal(cell),
    '<': (cell) => Number(cell) - Number(value) < 0,
    '<=': (cell) => Number(cell) - Number(value) <= 0,
    '>': (cell) => Number(cell) - Number(value) > 0,
    '>=': (cell) => Number(cell) - Number(value) >= 0,
    contains: (cell) => cell.split(value).length > 1,
    icontains: (cell) => cell.toUpperCase().split(value.toUpperCase()).length > 1,
    bcontains: (cell) => pairsOf(cell).includes(pairsOf(value)),
    startswith: (cell) => cell.slice(0, value.length) === value,
    endswith: (cell) => cell.slice(Math.max(0, cell.length - value.length)) === value,
    glob: (cell) => matchesGlob(cell, value),
    pmatch: (cell) => values.some((path) => `${cell}/`.slice(0, path.replace(/\/$/, '').length + 1) === `${path.replace(/\/$/, '')}/`),
    intersects: (cell) => cell.split(',').filter((part) => values.includes(part)).length > 0,
  };
  const found = predicates[sign];
  if (found === undefined) throw new RangeError(`no operator ${sign}`);
  return found;
}

/** Whole bytes, each after a space, up to the first text that is none. */
function pairsOf(text: string): string {
  const digits = /^(?:[0-9a-f]{2})*/i.exec(text)![0].toLowerCase();
  return digits.replaceAll(/../g, ' $&');
}

/** The binary digits of an address begin with those of the network. */
function sharesPrefix(address: string, network: string): boolean {
  const digits = (text: string): string => text.split('.').map((part) => Number(part).toString(2).padStart(8, '0')).join('');
  const [base = '', length = '32'] = network.split('/');
  return digits(address).slice(0, Number(length)) === digits(base).slice(0, Number(length));
}

/** Matches from the left, going back to the last star where the text does not fit. */
function matchesGlob(text: string, glob: string): boolean {
  let [t, g, star, mark] = [0, 0, -1, 0];
  while (t < text.length) {
    if (g < glob.length && (glob[g] === '?' || (glob[g] === text[t] && glob[g] !== '*'))) [t, g] = [t + 1, g + 1];
    else if (glob[g] === '*') [star, mark, g] = [g, t, g + 1];
    else if (star === -1) return false;
    else [g, mark, t] = [star + 1, mark + 1, mark + 1];
  }
  return [...glob.slice(g)].every((character) => character === '*');
}
