/** Every command line in the READMEs and in docs/ parses, and every path of the README's tree is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkCommandLine } from '../../src/cli/run-cli.ts';
import { shellWords } from '../cli/shell-words.ts';

const makefile = readFileSync('Makefile', 'utf8');
const documents = ['README.md', 'datasets/README.md', 'checkpoints/README.md', ...readdirSync('docs').filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];

/** Lines of code blocks and code spans that begin with the program. */
function commandLines(program: string): string[] {
  return documents.flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    const blocks = [...text.matchAll(/^```\w*\n(.*?)^```/gms)].flatMap((match) => (match[1] as string).split('\n'));
    const spans = [...text.replace(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map((match) => match[1] as string);
    const lines = [...blocks, ...spans].map((line) => line.replace(/\s+# .*$/, '').trim());
    return lines.filter((line) => line.startsWith(`${program} `));
  });
}

describe('dynarule command lines', () => {
  const lines = commandLines('npx dynarule').filter((line) => !line.includes('<command>'));

  it('are found', () => {
    expect(lines.length).toBeGreaterThan(10);
  });

  it.each(lines.filter((line) => !line.endsWith('--help')))('%s', async (line) => {
    await expect(checkCommandLine(shellWords(line).slice(2))).resolves.toBeUndefined();
  });

  it.each(lines.flatMap((line) => /--experiment (\S+)/.exec(line)?.[1] ?? []))('%s is there', (path) => {
    expect(existsSync(path)).toBe(true);
  });
});

describe('make command lines', () => {
  const lines = commandLines('make');

  it('are found', () => {
    expect(lines).toEqual(expect.arrayContaining(['make demo', 'make test']));
  });

  it.each(lines)('%s', (line) => {
    const words = shellWords(line).slice(1);
    const targets = words.filter((word) => !word.includes('='));
    expect(targets.filter((target) => !makefile.includes(`\n${target}: `))).toEqual([]);
    const files = words.flatMap((word) => /^EXPERIMENT=(.+)/.exec(word)?.[1] ?? []);
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe("the README's tree", () => {
  it('names what is there', () => {
    const tree = /^```\n(pipelines\/.*?)^```/ms.exec(readFileSync('README.md', 'utf8'))?.[1] ?? '';
    const paths = treePaths(tree);
    expect(paths.length).toBeGreaterThan(30);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('has every folder of src', () => {
    const text = readFileSync('README.md', 'utf8');
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).filter((name) => !text.includes(`\n  ${name}/ `))).toEqual([]);
  });

  it('links to files that are there', () => {
    for (const file of documents) {
      const links = [...readFileSync(file, 'utf8').matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map((match) => match[1] as string);
      expect(links.filter((link) => !existsSync(join(file, '..', link)))).toEqual([]);
    }
  });
});

/** Two spaces of indentation a level; the name is the first word of a line. */
function treePaths(tree: string): string[] {
  const parents: string[] = [];
  return tree.trimEnd().split('\n').map((line) => {
    const level = (line.length - line.trimStart().length) / 2;
    parents.length = level;
    parents.push(line.trim().split(/\s/, 1)[0] as string);
    return join(...parents);
  });
}
