/** The methods by their names in the configuration, each loaded only when a question needs it. */
import type { MethodName } from '../config/evaluation.ts';
import { BM25_DEFAULTS } from '../retrieval/bm25.ts';
import type { Texts } from '../ruleworld/types.ts';
import { dynaRuleEntry } from './dynarule-entry.ts';
import { fingerprint } from './fingerprint.ts';
import type { Method, MethodEntry } from './method.ts';
import { once } from './once.ts';
import { promptingMethod } from './prompting.ts';
import { bm25Ranker, RAG_TOP, ragMethod } from './rag.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';
import { textModelOf, type TextModel } from './text-model.ts';

type EntryOf = (resources: MethodResources) => MethodEntry;

const ENTRIES: Readonly<Record<MethodName, EntryOf>> = {
  dynarule: dynaRuleEntry,
  prompting: (resources) => promptEntry('prompting', resources, {}, promptingMethod),
  'rag-bm25': (resources) =>
    promptEntry('rag-bm25', resources, { ...BM25_DEFAULTS, top: RAG_TOP }, (...parts) =>
      ragMethod('rag-bm25', bm25Ranker, ...parts),
    ),
};

/** The method of this name over one repository; nothing is loaded yet. */
export function methodEntry(name: MethodName, resources: MethodResources): MethodEntry {
  return ENTRIES[name](resources);
}

type PromptMethodOf = (model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number) => Method;

/** A method that prompts the frozen language model and has no weights of its own. */
function promptEntry(name: string, resources: MethodResources, settings: object, create: PromptMethodOf): MethodEntry {
  const { experiment, ruleTexts, languageModel } = resources;
  const { maxNewTokens } = experiment.evaluation;
  return {
    name,
    fingerprint: once(async () => fingerprint([await baseFingerprint(experiment), maxNewTokens, settings])),
    load: async () => ({
      method: create(textModelOf(await languageModel()), ruleTexts, maxNewTokens),
      dispose: () => undefined, // the language model is everyone's
    }),
  };
}
