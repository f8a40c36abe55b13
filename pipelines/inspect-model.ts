/** Says what a model is and what memory it needs, from its headers alone: no weight is read. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { availableMemory, gigabytes } from '../src/backend/available-memory.ts';
import { estimateMemory, type MemoryEstimate, type Workload } from '../src/dynarule/memory-estimate.ts';
import { parseBertConfig } from '../src/encoder/bert-config.ts';
import { bertParameterCount } from '../src/encoder/bert-size.ts';
import type { LmConfig } from '../src/lm/config.ts';
import { readJson } from '../src/lm/files/json-file.ts';
import { ggufPath, openLm } from '../src/lm/load.ts';
import { FLOAT_BYTES, parameterCount } from '../src/lm/model-size.ts';

export interface InspectOptions {
  /** A Hugging Face folder or a GGUF file, of a decoder or of a BERT or XLM-RoBERTa encoder. */
  readonly path: string;
  /** Rules that are searched; 10,000 by default. */
  readonly rules?: number;
  /** Width of their embeddings; 1,024 by default. */
  readonly dimensions?: number;
  readonly print?: (line: string) => void;
}

/** Two questions side by side, of a length that long ones have with a tokenizer of words. */
const WORK: Omit<Workload, 'rules' | 'dimensions'> = { topK: 100, batch: 2, tokens: 400 };
const DEFAULT_RULES = 10_000;
const DEFAULT_DIMENSIONS = 1024;

/** @throws UserError where the files are missing, damaged, or of an architecture that is not supported */
export async function run(options: InspectOptions): Promise<void> {
  const print = options.print ?? console.log;
  const lines = isEncoder(options.path) ? describeEncoder(options.path) : describeDecoder(options);
  for (const line of lines) print(line);
}

/** Whether config.json names a family of encoders; decoders, Qwen3-Embedding too, are described as such. */
function isEncoder(path: string): boolean {
  const file = join(path, 'config.json');
  if (!existsSync(file)) return false;
  const family = (readJson(file) as { model_type?: unknown } | null)?.model_type;
  return family === 'bert' || family === 'xlm-roberta';
}

function describeEncoder(path: string): string[] {
  const file = join(path, 'config.json');
  const config = parseBertConfig(readJson(file), file);
  const parameters = bertParameterCount(config);
  return [
    `${path}: ${config.firstPosition === 0 ? 'BERT' : 'XLM-RoBERTa'} encoder, ${config.layers} layers of ${config.hiddenSize}, ${config.heads} heads`,
    `parameters: ${millions(parameters)}; embeddings of ${config.hiddenSize} numbers; texts up to ${config.maxPositions} tokens`,
    `memory for embedding: ${gigabytes(FLOAT_BYTES * parameters)} of weights`,
  ];
}

function describeDecoder(options: InspectOptions): string[] {
  const { path } = options;
  const work = { ...WORK, rules: options.rules ?? DEFAULT_RULES, dimensions: options.dimensions ?? DEFAULT_DIMENSIONS };
  const { config, chat, tokenizer, source } = openLm(path);
  source.close();
  return [
    `${path}: ${config.architecture} decoder (${ggufPath(path) === null ? 'Hugging Face folder' : 'GGUF'}), ${shapeOf(config)}`,
    `parameters: ${millions(parameterCount(config))}; vocabulary ${config.vocabSize} (tokenizer ${tokenizer.vocabSize}), ${config.tiedEmbeddings ? 'tied' : 'untied'}; ${chat === null ? 'no chat template' : 'chat template'}`,
    ...memoryLines(estimateMemory(config, work), work),
  ];
}

function shapeOf({ layers, hiddenSize, heads, kvHeads, headDim, maxPositions, ropeScaling }: LmConfig): string {
  const scaling = ropeScaling === null ? '' : `, rope scaling ${ropeScaling.kind}`;
  return `${layers} layers of ${hiddenSize}, ${heads} heads of ${headDim} on ${kvHeads}, context ${maxPositions}${scaling}`;
}

function memoryLines(memory: MemoryEstimate, { rules, dimensions, topK, batch, tokens }: Workload): string[] {
  const available = availableMemory();
  const fits = (bytes: number): string => `${gigabytes(bytes)}${bytes > available ? ' (more than there is)' : ''}`;
  return [
    `memory as 32-bit floats, ${rules} rules of ${dimensions} numbers, ${topK} attended, ${batch} questions of ${tokens} tokens at a time:`,
    `  weights ${gigabytes(memory.weights)}, adapters ${gigabytes(memory.adapters)}, rules ${gigabytes(memory.ruleEmbeddings)}`,
    `  inference about ${fits(memory.inference)}`,
    `  training about ${fits(memory.training)}`,
    `  this machine has ${gigabytes(available)}`,
  ];
}

function millions(count: number): string {
  return count >= 1e9 ? `${(count / 1e9).toFixed(2)} billion` : count >= 1e6 ? `${(count / 1e6).toFixed(1)} million` : String(count);
}
