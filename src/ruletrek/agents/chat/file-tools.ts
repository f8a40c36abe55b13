/** read, list, search, write and bash: the fixed tools of the chat agent. */
import { z } from 'zod';
import { documentLines } from './documents.ts';
import { defineTool, type Tool } from './tools.ts';

const path = z.string().min(1).describe('path of a file or folder, relative to the workspace');

/** Lines that one `read` returns. */
const READ_LINES = 400;
const MOST_LISTED = 1000;
const MOST_FOUND = 200;

/** Runs a script whose arguments are never read as shell text. */
const shell = (script: string, ...words: string[]): string[] => ['/bin/sh', '-c', script, 'sh', ...words];

const read = defineTool(
  'read',
  `Read a file: numbered lines of a text, paragraphs of docx, cells of xlsx, rows of sqlite, each with its locator. At most ${READ_LINES} at a time.`,
  z.object({ path, from: z.int().min(1).default(1).describe('first line, from 1'), lines: z.int().min(1).max(READ_LINES).default(READ_LINES) }),
  async ({ path: file, from, lines }, run) => {
    const content = await run({ command: ['cat', '--', file] });
    if (content.failed) return content;
    const all = await documentLines(file, content.bytes);
    const shown = all.slice(from - 1, from - 1 + lines);
    const rest = all.length - (from - 1 + shown.length);
    return { output: [...shown, ...(rest > 0 ? [`(${rest} more; read on with from=${from + lines})`] : [])].join('\n'), failed: false };
  },
);

const list = defineTool('list', 'List files below a folder, with their sizes in bytes.', z.object({ path: path.default('.') }), ({ path: folder }, run) =>
  run({ command: shell(`find "$1" -type f -printf '%8s %P\\n' | sort -k2 | head -n ${MOST_LISTED}`, folder) }),
);

const search = defineTool(
  'search',
  'Search the text files below a folder for a regular expression (POSIX extended, case ignored): file:line:text.',
  z.object({ pattern: z.string().min(1), path: path.default('.') }),
  async ({ pattern, path: folder }, run) => {
    const found = await run({ command: shell(`grep -rniIE -e "$1" -- "$2" | sed 's|^[.]/||' | cut -c1-300 | head -n ${MOST_FOUND}`, pattern, folder) });
    return found.output === '' ? { ...found, output: 'nothing was found' } : found;
  },
);

const write = defineTool('write', 'Write a text file, with its folders; an older one is replaced.', z.object({ path, content: z.string() }), ({ path: file, content }, run) =>
  run({ command: shell('mkdir -p -- "$(dirname -- "$1")" && cat > "$1" && echo "$(wc -c < "$1") bytes are in $1"', file), input: content }),
);

const bash = defineTool(
  'bash',
  'Run a bash command in the workspace. There is no network; what it leaves running ends with it.',
  z.object({ command: z.string().min(1) }),
  ({ command }, run) => run({ command: ['bash', '-c', command] }),
);

export const FILE_TOOLS: readonly Tool[] = [read, list, search, write, bash];
