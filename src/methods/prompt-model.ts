/** The language model that prompting methods ask: the endpoint's where one is configured, else the frozen local one. */
import type { ExperimentConfig } from '../config/experiment.ts';
import { hasChatTemplate } from '../lm/load.ts';
import { CHAT_TEMPLATE_VERSION } from './chat-template.ts';
import { endpointFingerprint, openEndpointModel } from './endpoint-model.ts';
import { fingerprint } from '../files/fingerprint.ts';
import { baseFingerprint, type MethodResources } from './resources.ts';
import { textModelOf, type TextModel } from './text-model.ts';

/** @throws UserError where there is no local model, or no API key for the endpoint */
export async function promptModel(resources: Pick<MethodResources, 'experiment' | 'runs' | 'languageModel'>): Promise<TextModel> {
  const { endpoint } = resources.experiment.evaluation;
  return endpoint === null ? textModelOf(await resources.languageModel()) : openEndpointModel(endpoint, resources.runs);
}

/** Fingerprint of that model, and of how it is asked. @throws UserError where there is no local model */
export async function promptModelFingerprint(experiment: ExperimentConfig): Promise<string> {
  const { endpoint } = experiment.evaluation;
  if (endpoint !== null) return endpointFingerprint(endpoint);
  const base = await baseFingerprint(experiment);
  return hasChatTemplate(experiment.model.base) ? fingerprint([base, CHAT_TEMPLATE_VERSION]) : base;
}
