/**
 * Loads a language model: a Hugging Face folder or a GGUF file, tensor by tensor.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { requireMemory } from '../backend/available-memory.ts';
import { UserError } from '../errors.ts';
import type { ChatFormat } from './chat-template.ts';
import { parseHfConfig, type LmConfig } from './config.ts';
import { closeOnError } from './files/close-on-error.ts';
import { openGguf } from './files/gguf.ts';
import { folderChat, ggufChat } from './files/chat-files.ts';
import { ggufAsHf, ggufConfig } from './files/gguf-hf.ts';
import { openHfWeights, withModelPrefix } from './files/hf-folder.ts';
import { readJson } from './files/json-file.ts';
import { FLOAT_BYTES, parameterCount } from './model-size.ts';
import type { TensorSource } from './tensor-source.ts';
import { ggufTokenizerJson } from './tokenizer-gguf.ts';
import { loadTokenizer, tokenizerFromJson, type Tokenizer } from './tokenizer.ts';
import { readWeights, type LmWeights } from './weights.ts';

/** A model whose tensors are not read yet. */
export interface OpenLm {
  readonly config: LmConfig;
  readonly tokenizer: Tokenizer;
  /** How a chat model is addressed; null for a base model. */
  readonly chat: ChatFormat | null;
  /** The weights under their Hugging Face names. */
  readonly source: TensorSource;
}

export interface LoadedLm extends Omit<OpenLm, 'source'> {
  readonly weights: LmWeights;
}

/**
 * @param path a folder with config.json, tokenizer.json and safetensors weights; a .gguf file; or
 *   a folder with one .gguf file
 * @param check sees the config before any weight is read
 * @throws UserError where files are missing, damaged, or do not belong together, or the model does not fit into memory
 */
export async function loadLm(path: string, check?: (config: LmConfig) => void): Promise<LoadedLm> {
  const { source, ...rest } = openLm(path);
  try {
    requireRoom(path, rest.config);
    check?.(rest.config);
    return { ...rest, weights: readWeights(source, rest.config) };
  } finally {
    source.close();
  }
}

/** @throws UserError where the weights alone are more than the memory that there is */
export function requireRoom(path: string, config: LmConfig): void {
  const what = `the weights of ${path} as 32-bit floats`;
  requireMemory({ bytes: FLOAT_BYTES * parameterCount(config), what, fix: 'use a smaller model, or a machine with more memory; `dynarule inspect-model` says what a model needs' });
}

/** As `loadLm`, but reads headers alone; `source` must be closed. */
export function openLm(path: string): OpenLm {
  const gguf = ggufPath(path);
  const open = gguf === null ? openHfFolder(path) : openGgufModel(gguf);
  closeOnError(open.source, () => checkFit(path, open.config, open.tokenizer));
  return open;
}

/** The GGUF file at the path, or null where it is a folder in Hugging Face layout. @throws UserError where there is no model */
export function ggufPath(path: string): string | null {
  return isFolder(path) ? onlyGguf(path) : path;
}

/** The model's sizes, from headers alone. @throws UserError where there is no model */
export function lmConfig(path: string): LmConfig {
  const gguf = ggufPath(path);
  if (gguf === null) return folderConfig(path);
  const file = openGguf(gguf);
  try {
    return ggufConfig(file);
  } finally {
    file.close();
  }
}

/** Whether the model is a chat model; its weights and tokenizer are not read. @throws UserError where there is no model */
export function hasChatTemplate(path: string): boolean {
  const gguf = ggufPath(path);
  if (gguf === null) return folderChat(path, () => undefined) !== null;
  const file = openGguf(gguf);
  file.close();
  return file.metadata.has('tokenizer.chat_template');
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
    fix: '`make models` brings SmolLM2; any Llama, Qwen2 or Qwen3 folder from Hugging Face works too',
  });
}

function openHfFolder(folder: string): OpenLm {
  const config = folderConfig(folder);
  const tokenizer = loadTokenizer(join(folder, 'tokenizer.json'));
  const chat = folderChat(folder, tokenizer.tokenId);
  return { config, tokenizer, chat, source: withModelPrefix(openHfWeights(folder)) };
}

function folderConfig(folder: string): LmConfig {
  const file = join(folder, 'config.json');
  return parseHfConfig(readJson(file), file);
}

function openGgufModel(path: string): OpenLm {
  const file = openGguf(path);
  return closeOnError(file, () => {
    const config = ggufConfig(file);
    return { config, tokenizer: tokenizerFromJson(ggufTokenizerJson(file), path), chat: ggufChat(file), source: ggufAsHf(file, config) };
  });
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
