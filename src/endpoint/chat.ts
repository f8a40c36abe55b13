/** A request to a chat model behind an OpenAI-compatible endpoint, as data. */

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** What decides a reply beside the model. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** 0 always takes the most likely token. */
  readonly temperature: number;
  /** The reply is cut off after so many tokens; without it, where the endpoint does. */
  readonly maxTokens?: number;
  /** The reply ends before the first of these texts. */
  readonly stop?: readonly string[];
}

/** Where a model is found. */
export interface ChatModel {
  /** Up to and including the version, such as "http://localhost:8080/v1". */
  readonly baseUrl: string;
  /** As the endpoint calls it. */
  readonly model: string;
}

/** Address that requests are posted to. */
export function completionsUrl(baseUrl: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/chat/completions`;
}

/** Body of a request, in the names of the API; what is not asked for is left out. */
export function requestBody(model: string, { messages, temperature, maxTokens, stop }: ChatRequest): object {
  return {
    model,
    messages,
    temperature,
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(stop === undefined ? {} : { stop }),
  };
}
