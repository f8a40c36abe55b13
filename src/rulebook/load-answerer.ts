/** Loads a base model, trained adapters and the encoder that these were trained with. */
import { basename } from 'node:path';
import { loadDynaRule, trainedSettings } from '../dynarule/checkpoint.ts';
import { readRefusal } from '../dynarule/refusal.ts';
import { searchTokenId } from '../dynarule/search-token.ts';
import { loadLm } from '../lm/load.ts';
import { disposeWeights } from '../lm/weights.ts';
import { disposeTensors } from '../tensors/named.ts';
import type { Answerer } from './answerer.ts';
import { encoderOf } from './known-encoders.ts';

export interface LoadedAnswerer extends Answerer {
  /** Name of the adapters' folder. */
  readonly name: string;
  dispose(): void;
}

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
