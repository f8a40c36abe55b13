/** What a client needs to know of an endpoint, from how a configuration names it. */
import { apiKeyFrom } from './api-key.ts';
import type { ClientSettings } from './client.ts';

export interface ConfiguredEndpoint extends Pick<ClientSettings, 'baseUrl' | 'model' | 'retries' | 'maxConcurrent'> {
  /** Environment variable that holds the API key; null sends none. */
  readonly apiKeyVariable: string | null;
  /** Seconds before an attempt is given up. */
  readonly timeout: number;
}

/** @throws UserError where the variable of the API key is not set */
export function clientSettings({ baseUrl, model, apiKeyVariable, timeout, retries, maxConcurrent }: ConfiguredEndpoint): ClientSettings {
  return { baseUrl, model, apiKey: apiKeyFrom(apiKeyVariable), timeout: timeout * 1000, retries, maxConcurrent };
}
