/**
 * A Python file as its top-level statements, each with the comments and decorators above it: enough of the language to
 * take a file apart and put parts of it together again, without running it.
 */

export interface PythonBlock {
  /** Verbatim, up to where the next one begins. */
  readonly text: string;
  readonly kind: 'import' | 'rule' | 'other';
  /** Names that it gives a meaning; null where this cannot be told. */
  readonly defines: readonly string[] | null;
  /** Every name in it, also in texts and comments. */
  readonly mentions: ReadonlySet<string>;
}

/** The text up to its first statement is part of that statement; a text without statements has none. */
export function pythonBlocks(text: string): PythonBlock[] {
  const starts = statementStarts(text);
  return starts.map((start, index) => blockOf(text.slice(index === 0 ? 0 : start, starts[index + 1] ?? text.length)));
}

/** Texts, comments, brackets, and ends of lines that are none. */
const TOKEN = /"""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*|[([{}\])]|\\\n|\n/g;

/** Offsets of the lines that begin outside of texts and brackets. */
function freshLines(text: string): number[] {
  const fresh = [0];
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if ('([{'.includes(token)) depth += 1;
    else if (')]}'.includes(token)) depth -= 1;
    else if (token === '\n' && depth <= 0) fresh.push(index + 1);
  }
  return fresh;
}

/** What goes on with the statement above it though it is not indented. */
const GOES_ON = /^(?:else|elif|except|finally)\b/;
/** What belongs to the statement below it. */
const LEADS = /^[#@]/;

function statementStarts(text: string): number[] {
  const starts: number[] = [];
  let lead: number | null = null;
  for (const offset of freshLines(text)) {
    const line = /^[^\n]*/.exec(text.slice(offset))![0];
    if (line.trim() === '') continue;
    // A comment within an indented statement may stand at the margin.
    if (/^\s/.test(line) || GOES_ON.test(line)) lead = null;
    else if (LEADS.test(line)) lead ??= offset;
    else {
      starts.push(lead ?? offset);
      lead = null;
    }
  }
  return starts;
}

const NAME = /[A-Za-z_]\w*/g;

function blockOf(text: string): PythonBlock {
  const statement = text.replace(/^(?:[ \t]*(?:[#@][^\n]*)?\n)*/, '');
  const isImport = /^(?:import|from)\s/.test(statement);
  const kind = isImport ? 'import' : /^def\s+rule_\w*\s*\(/.test(statement) ? 'rule' : 'other';
  return { text, kind, defines: isImport ? importedNames(statement) : definedNames(statement), mentions: new Set(text.match(NAME)) };
}

function definedNames(statement: string): string[] | null {
  const named = /^(?:async\s+def|def|class)\s+(\w+)/.exec(statement)?.[1];
  if (named !== undefined) return [named];
  const targets = /^(\w+(?:\s*,\s*\w+)*)\s*(?::[^=\n]+)?=[^=]/.exec(statement)?.[1];
  return targets?.match(NAME) ?? null;
}

/** `import a.b as c, d` defines c and d, `import a.b` a; what a star brings is not known. */
function importedNames(statement: string): string[] | null {
  const code = statement.replace(/#[^\n]*/g, '');
  const list = /^from\s[\s\S]*?\simport\b([\s\S]*)/.exec(code)?.[1] ?? code.replace(/^import\s/, '');
  if (list.includes('*')) return null;
  return list.split(',').flatMap((one) => {
    const [path, alias] = one.replace(/[()\\]/g, ' ').trim().split(/\s+as\s+/);
    return (alias ?? path?.split('.')[0])?.match(NAME) ?? [];
  });
}
