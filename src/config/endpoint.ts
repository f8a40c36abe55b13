/** A language model behind an OpenAI-compatible endpoint, which prompting methods ask in place of the local one. */
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { count, positiveInteger, text } from './sections.ts';

/** Seconds; Node.js's own client waits no longer for the head of a reply. */
const LONGEST_TIMEOUT = 300;

export const Endpoint = z.strictObject({
  /** Up to and including the version, such as http://localhost:8080/v1. */
  baseUrl: z
    .string()
    .refine(isBaseUrl, 'expected an http or https address without user, query or fragment, such as http://localhost:8080/v1')
    .overwrite((address) => address.replace(/\/+$/, '')),
  /** As the endpoint calls it. */
  model: text,
  /** Environment variable that holds the API key; null sends none. */
  apiKeyVariable: z
    .string()
    // A refinement, whose complaint does not repeat what came: it may be the key itself.
    .refine((name) => /^[A-Za-z_]\w*$/.test(name), 'expected the name of an environment variable, not the key itself')
    .nullable()
    .default(null),
  /** Tokens that prompt and answer may have together. */
  contextLength: positiveInteger.default(8192),
  /** 0 always takes the most likely token. */
  temperature: z.number().min(0).max(2).default(0),
  /** Requests in flight at a time. */
  maxConcurrent: positiveInteger.default(4),
  /** Seconds before an attempt is given up. */
  timeout: z.number().positive().max(LONGEST_TIMEOUT).default(120),
  /** Further attempts after a timeout, a lost connection, status 429 or 5xx. */
  retries: count.default(5),
});
export type EndpointConfig = z.infer<typeof Endpoint>;

/** What a command is told of an endpoint. */
export type GivenEndpoint = Pick<EndpointConfig, 'baseUrl' | 'model' | 'apiKeyVariable'>;

/**
 * An endpoint that a command was given, everything else by default.
 * @throws UserError for a bad address, model or name of a variable
 */
export function endpointOf(given: GivenEndpoint): EndpointConfig {
  const parsed = Endpoint.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UserError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

function isBaseUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}
