/**
 * Loads a language model: a Hugging Face folder or a GGUF file, tensor by tensor.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { parseHfConfig, type LmConfig } from './config.ts';
import { openGguf } from './files/gguf.ts';
import { ggufAsHf, ggufConfig } from './files/gguf-llama.ts';
import { openHfWeights } from './files/hf-folder.ts';
import { readJson } from './files/json-file.ts';
import type { TensorSource } from './tensor-source.ts';
import { ggufTokenizerJson } from './tokenizer-gguf.ts';
import { loadTokenizer, tokenizerFromJson, type Tokenizer } from './tokenizer.ts';
import { readWeights, type LmWeights } from './weights.ts';

export interface LoadedLm {
  readonly config: LmConfig;
  readonly weights: LmWeights;
  readonly tokenizer: Tokenizer;
}

/**
 * @param path a folder with config.json, tokenizer.json and safetensors weights; a .gguf file; or
 *   a folder with one .gguf file
 * @throws UserError where files are missing, damaged, or do not belong together
 */
export async function loadLm(path: string): Promise<LoadedLm> {
  if (!isFolder(path)) return loadGguf(path);
  const gguf = onlyGguf(path);
  return gguf === null ? loadHfFolder(path) : loadGguf(gguf);
}

/** The .gguf file of a folder that holds one and no config.json. */
function onlyGguf(folder: string): string | null {
  if (existsSync(join(folder, 'config.json'))) return null;
  const files = readdirSync(folder).filter((file) => file.endsWith('.gguf'));
  return files.length === 1 ? join(folder, files[0] ?? '') : null;
}

function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return true;
  if (stat !== undefined && path.endsWith('.gguf')) return false;
  throw UserError.of({
    expected: 'a model folder or a .gguf file',
    got: stat === undefined ? 'nothing there' : 'another kind of file',
    where: { file: path },
    fix: '`make models` brings SmolLM2; any Llama or Qwen2 folder from Hugging Face works too',
  });
}

function loadHfFolder(folder: string): LoadedLm {
  const configFile = join(folder, 'config.json');
  const config = parseHfConfig(readJson(configFile), configFile);
  const tokenizer = loadTokenizer(join(folder, 'tokenizer.json'));
  const source = openHfWeights(folder);
  try {
    return readModel(source, config, tokenizer);
  } finally {
    source.close();
  }
}

async function loadGguf(path: string): Promise<LoadedLm> {
  const file = await openGguf(path);
  try {
    const config = ggufConfig(file);
    const tokenizer = tokenizerFromJson(ggufTokenizerJson(file), path);
    return readModel(ggufAsHf(file, config), config, tokenizer);
  } finally {
    file.close();
  }
}

function readModel(source: TensorSource, config: LmConfig, tokenizer: Tokenizer): LoadedLm {
  checkFit(source.path, config, tokenizer);
  return { config, tokenizer, weights: readWeights(source, config) };
}

/** A table larger than the tokenizer is padding; a smaller one cannot embed every token. */
function checkFit(path: string, config: LmConfig, tokenizer: Tokenizer): void {
  if (tokenizer.vocabSize <= config.vocabSize) return;
  throw UserError.of({
    expected: `a tokenizer of at most ${config.vocabSize} tokens, as many as the model embeds`,
    got: String(tokenizer.vocabSize),
    where: { file: path },
    fix: 'tokenizer and weights are of different models; take both from the same place',
  });
}
