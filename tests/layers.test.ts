/** Nothing upstream imports anything downstream: the order of folders in docs/architecture.md. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** The order as the documentation gives it: one numbered line a folder, upstream first. */
function documentedOrder(): string[] {
  const text = readFileSync('docs/architecture.md', 'utf8');
  return [...text.matchAll(/^\d+\. `([^`]+)`/gm)].map((match) => match[1] as string);
}

function sources(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name.replaceAll('\\', '/')));
}

/** Files that a file imports or re-exports, `import()` included. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const paths = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map((match) => match[1] as string);
  return paths.map((path) => join(dirname(file), path));
}

/** `src/lm/files/gguf.ts` → `src/lm`, `pipelines/demo.ts` → `pipelines`, `src/errors.ts` → itself. */
function layerOf(file: string): string {
  const parts = file.split('/');
  return parts[0] === 'src' ? parts.slice(0, 2).join('/') : (parts[0] as string);
}

const order = documentedOrder();
const files = [...sources('src'), ...sources('pipelines')];

describe('the order of the folders', () => {
  it('names every folder once', () => {
    const layers = new Set(files.map(layerOf));
    expect([...order].sort()).toEqual([...layers].sort());
  });

  it.each(order)('%s imports nothing downstream of it', (layer) => {
    const own = files.filter((file) => layerOf(file) === layer);
    const wrong = own.flatMap((file) =>
      importsOf(file)
        .filter((imported) => order.indexOf(layerOf(imported)) > order.indexOf(layer))
        .map((imported) => `${file} imports ${imported}`),
    );
    expect(wrong).toEqual([]);
  });

  it('sees imports of every form', () => {
    expect(importsOf('src/cli/commands.ts')).toEqual(expect.arrayContaining(['src/cli/define.ts', 'pipelines/demo.ts']));
    expect(importsOf('src/lm/attention.ts')).toContain('src/backend/tf.ts');
  });
});
