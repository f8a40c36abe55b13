/**
 * Methods whose adapters retrieve from the pool of each question: DynaRule, with `<search>`
 * at every step, and SR-KI, which retrieves once.
 */
import { decodeWithSearch, type DynaRuleModel } from '../dynarule/decode.ts';
import { promptIds, type ExampleFormat } from '../dynarule/example.ts';
import { SEARCH_MARK } from '../ruleworld/prompt.ts';
import { injectingMethod, type InjectionResources } from './injecting.ts';
import type { Method } from './method.ts';

export interface DynaRuleResources extends InjectionResources {
  /** As in the configuration: `dynarule`, `sr-ki`. */
  readonly name: string;
  readonly dynarule: DynaRuleModel;
  readonly format: ExampleFormat;
}

export function dynaRuleMethod(resources: DynaRuleResources): Method {
  const { name, dynarule, format } = resources;
  return injectingMethod(
    {
      name,
      retrieval: dynarule.retrieval,
      contextLength: dynarule.model.config.maxPositions,
      eosId: format.eosId,
      promptIds: (text) => promptIds(text, format),
      decode: (embeddings, requests, options) => decodeWithSearch(dynarule, embeddings, requests, options),
      text: (ids) => decodeText(ids, format),
      rulesGiven: (poolSize) => Math.min(dynarule.attention.topK, poolSize),
    },
    resources,
  );
}

/** `<search>` is no token of the base's tokenizer, so the text between two of them is decoded at a time. */
function decodeText(ids: readonly number[], format: ExampleFormat): string {
  const parts: string[] = [];
  let run: number[] = [];
  const flush = (): void => {
    if (run.length > 0) parts.push(format.tokenizer.decode(run));
    run = [];
  };
  for (const id of ids) {
    if (id === format.searchId) {
      flush();
      parts.push(` ${SEARCH_MARK}`);
      // A model's table may have more rows than its tokenizer has tokens; these have no text.
    } else if (id < format.tokenizer.vocabSize) run.push(id);
  }
  flush();
  return parts.join('');
}
