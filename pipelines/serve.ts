/** Serves a model and a live set of rules until the process is asked to stop. */
import { once } from 'node:events';
import { announceBackend } from '../src/backend/init.ts';
import { startDecoding } from '../src/lm/decode-threads.ts';
import { loadAnswerer } from '../src/rulebook/load-answerer.ts';
import { openRuleStore } from '../src/rulebook/store.ts';
import { isLoopback } from '../src/serve/guard.ts';
import { serverKey } from '../src/serve/key.ts';
import { DEFAULT_LIMITS, type Limits } from '../src/serve/limits.ts';
import { startServer } from '../src/serve/server.ts';

export interface ServeOptions {
  /** File of rules; edits are logged beside it. */
  readonly rules: string;
  /** The frozen model. */
  readonly model: string;
  /** Checkpoint folder of stage 2. */
  readonly adapters: string;
  /** Says so where no rule applies, if the adapters come with a threshold for it; so by default. */
  readonly refusal?: boolean | undefined;
  readonly host: string;
  readonly port: number;
  /** Environment variable with the key that clients must show; without it none is asked for. */
  readonly apiKeyVariable?: string | undefined;
  readonly limits?: Partial<Limits>;
  readonly backend?: string | undefined;
}

/**
 * Runs until SIGINT or SIGTERM; a second one ends the process at once.
 * @throws UserError for rules, models or a key that cannot be used
 */
export async function run(options: ServeOptions): Promise<void> {
  const note = (line: string): void => void process.stderr.write(`${line}\n`);
  const apiKey = options.apiKeyVariable === undefined ? null : serverKey(options.apiKeyVariable);
  if (!isLoopback(options.host) && apiKey === null) note(`warning: ${options.host} can be reached from other machines, and no API key is asked for (--api-key-variable)`);
  announceBackend(await startDecoding(options.model, options.backend));
  const answerer = await loadAnswerer(options.model, options.adapters, options.refusal);
  try {
    const store = await openRuleStore(options.rules, answerer.encoder, note);
    try {
      const { host, port } = options;
      const server = await startServer({ name: answerer.name, answerer, store, limits: { ...DEFAULT_LIMITS, ...options.limits }, host, port, apiKey });
      process.stdout.write(`${server.url}: ${store.snapshot().rules.length} rules, model ${answerer.name}\n`);
      await stopRequested();
      note('stopping; the answer under way is finished first. Press Ctrl-C again to stop at once.');
      await server.close();
    } finally {
      await store.close();
    }
  } finally {
    answerer.dispose();
  }
}

async function stopRequested(): Promise<void> {
  const listening = new AbortController();
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal, { signal: listening.signal })));
  // The other listener goes too, so that the next signal does what it does by itself: end the process.
  listening.abort();
}
