/** What the routes share. */
import type { Answerer } from '../rulebook/answerer.ts';
import type { RuleStore } from '../rulebook/store.ts';
import type { FairQueue } from './fair-queue.ts';
import type { Limits } from './limits.ts';
import type { Metrics } from './metrics.ts';

export interface ServeContext {
  /** The model's name in `/v1/models`. */
  readonly name: string;
  readonly answerer: Answerer;
  readonly store: RuleStore;
  /** Questions, which take turns at the model. */
  readonly queue: FairQueue;
  /** Edits of the rules. */
  readonly edits: FairQueue;
  readonly metrics: Metrics;
  readonly limits: Limits;
}
