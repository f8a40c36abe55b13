/** The methods by their names in the configuration, each loaded only when a question needs it. */
import type { MethodName } from '../config/evaluation.ts';
import type { Texts } from '../ruleworld/types.ts';
import type { AgentResources } from './agents/agent-method.ts';
import { ROUNDS, ROUND_TOP } from './agents/rounds.ts';
import { AGENT_TEMPLATE_VERSION } from './agents/templates.ts';
import { dynaRuleEntry } from './dynarule-entry.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { kblamEntry } from './kblam.ts';
import { kblamScaledEntry } from './kblam-scaled.ts';
import type { Method, MethodEntry } from './method.ts';
import { once } from './once.ts';
import { promptModel, promptModelFingerprint } from './prompt-model.ts';
import { goldPromptingMethod, promptingMethod } from './prompting.ts';
import { RAG_TOP, ragMethod } from './rag.ts';
import type { MethodResources } from './resources.ts';
import { createRetriever, retrieverSettings, type RetrieverKind } from './retriever.ts';
import { srKiEntry } from './sr-ki.ts';
import { srKiStrongEntry } from './sr-ki-strong.ts';
import type { TextModel } from './text-model.ts';

type EntryOf = (resources: MethodResources) => MethodEntry;

const NO_SETTINGS = async (): Promise<object> => ({});

const ENTRIES: Readonly<Record<MethodName, EntryOf>> = {
  dynarule: dynaRuleEntry,
  kblam: kblamEntry,
  'kblam-scaled': kblamScaledEntry,
  'sr-ki': srKiEntry,
  'sr-ki-strong': srKiStrongEntry,
  prompting: (resources) => promptEntry('prompting', resources, NO_SETTINGS, promptingMethod),
  'prompting-gold': (resources) => promptEntry('prompting-gold', resources, NO_SETTINGS, goldPromptingMethod),
  'rag-bm25': (resources) => ragEntry('bm25', resources),
  'rag-dense': (resources) => ragEntry('dense', resources),
  'rag-hybrid': (resources) => ragEntry('hybrid', resources),
  ircot: (resources) => agentEntry('ircot', resources, async () => (await import('./ircot.ts')).ircotMethod),
  react: (resources) => agentEntry('react', resources, async () => (await import('./react.ts')).reactMethod),
};

/** The method of this name over one repository; nothing is loaded yet. */
export function methodEntry(name: MethodName, resources: MethodResources): MethodEntry {
  return ENTRIES[name](resources);
}

type PromptMethodOf = (model: TextModel, ruleTexts: readonly Texts[], maxNewTokens: number) => Method | Promise<Method>;

function ragEntry(kind: RetrieverKind, resources: MethodResources): MethodEntry {
  const promptRules = resources.experiment.evaluation.promptRules ?? RAG_TOP;
  const settings = async (): Promise<object> => ({ ...(await retrieverSettings(kind, resources.experiment)), top: RAG_TOP, promptRules });
  const create: PromptMethodOf = (...parts) => ragMethod(`rag-${kind}`, createRetriever(kind, resources), ...parts, promptRules);
  return promptEntry(`rag-${kind}`, resources, settings, create);
}

/** @param loadAgent loads the agent's code, and LangGraph with it, which takes a second that other commands need not wait */
function agentEntry(
  name: MethodName,
  resources: MethodResources,
  loadAgent: () => Promise<(resources: AgentResources) => Method>,
): MethodEntry {
  const promptRules = resources.experiment.evaluation.promptRules ?? ROUND_TOP;
  const own = { rounds: ROUNDS, top: ROUND_TOP, template: AGENT_TEMPLATE_VERSION, promptRules };
  const settings = async (): Promise<object> => ({ ...(await retrieverSettings('hybrid', resources.experiment)), ...own });
  const create: PromptMethodOf = async (model, ruleTexts, maxNewTokens) => {
    const agent = await loadAgent();
    return agent({ retriever: createRetriever('hybrid', resources), model, ruleTexts, maxNewTokens, promptRules });
  };
  return promptEntry(name, resources, settings, create);
}

/**
 * A method that prompts a language model as it stands and has no weights of its own.
 * @param settings what decides its answers beside the model, as plain data
 */
function promptEntry(
  name: string,
  resources: MethodResources,
  settings: () => Promise<object>,
  create: PromptMethodOf,
): MethodEntry {
  const { experiment, ruleTexts } = resources;
  const { maxNewTokens } = experiment.evaluation;
  return {
    name,
    fingerprint: once(async () => fingerprint([await promptModelFingerprint(experiment), maxNewTokens, await settings()])),
    load: async () => ({
      method: await create(await promptModel(resources), ruleTexts, maxNewTokens),
      dispose: () => undefined, // the language model is everyone's
    }),
  };
}
