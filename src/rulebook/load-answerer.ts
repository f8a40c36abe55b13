/** Loads a base model, trained adapters and the encoder that these were trained with. */
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { loadDynaRule, trainedSettings } from '../dynarule/checkpoint.ts';
import { readRefusal } from '../dynarule/refusal.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { createEncoder } from '../encoder/create.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { UserError } from '../errors.ts';
import { loadLm } from '../lm/load.ts';
import { disposeWeights } from '../lm/weights.ts';
import { disposeTensors } from '../tensors/named.ts';
import type { Answerer } from './answer.ts';

export interface LoadedAnswerer extends Answerer {
  /** Name of the adapters' folder. */
  readonly name: string;
  dispose(): void;
}

/** Where `make models` puts the sentence encoder. */
const MINILM = 'models/minilm';

/**
 * @param base Hugging Face folder or GGUF file of the frozen model
 * @param adapters checkpoint folder of stage 2
 * @param refuses whether a threshold of refusal that lies beside the adapters counts
 * @throws UserError where files are missing or damaged, or do not belong together
 */
export async function loadAnswerer(base: string, adapters: string, refuses = true): Promise<LoadedAnswerer> {
  const trained = trainedSettings(adapters);
  const lm = await loadLm(base);
  const encoder = encoderOf(trained.encoder, base, adapters);
  const dynarule = loadDynaRule(adapters, lm, encoder);
  const { retrieval, stepQuery } = dynarule;
  return {
    name: basename(adapters),
    dynarule,
    format: { tokenizer: lm.tokenizer, searchId: searchTokenId(lm), eosId: lm.config.eosTokenId ?? 0, retrieval, stepQuery },
    encoder,
    answers: trained.answers,
    refusal: refuses ? readRefusal(adapters) : null,
    dispose: () => {
      disposeTensors(dynarule.adapters);
      disposeWeights(lm.weights);
    },
  };
}

/** A checkpoint keeps its encoder's fingerprint; the encoder is the one of those at hand that has it. */
function encoderOf(fingerprint: string, base: string, adapters: string): Encoder {
  const makers: (() => Encoder)[] = [() => createEncoder({ kind: 'hashed', dimensions: 1024 })];
  if (statSync(base).isDirectory() && existsSync(join(base, 'tokenizer.json'))) makers.unshift(() => createEncoder({ kind: 'lexical', base }));
  if (existsSync(MINILM)) makers.push(() => createEncoder({ kind: 'minilm', folder: MINILM }));
  for (const make of makers) {
    const encoder = make();
    if (encoder.fingerprint === fingerprint) return encoder;
  }
  throw UserError.of({
    expected: 'the encoder that the adapters were trained with: lexical over this base, hashed, or MiniLM',
    got: 'none of these',
    where: { file: adapters, key: 'encoder' },
    fix: `name the base that they were trained on, or bring MiniLM into ${MINILM} (make models)`,
  });
}
