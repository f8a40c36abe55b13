/** What is counted while serving, for Prometheus. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { tf } from '../backend/tf.ts';

/** What is read when it is asked for. */
export interface Gauged {
  readonly waiting: () => number;
  readonly waitingEdits: () => number;
  readonly rules: () => number;
}

export interface Metrics {
  readonly registry: Registry;
  readonly requests: Counter<'route' | 'status'>;
  readonly edits: Counter;
  readonly cancelled: Counter;
  readonly tokens: Counter;
  /** Seconds from a request to its first token, waiting included. */
  readonly firstToken: Histogram;
  /** Seconds from a request to the end of its answer. */
  readonly answer: Histogram;
}

const SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

export function createMetrics({ waiting, waitingEdits, rules }: Gauged): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  gauge(registers, 'dynarule_waiting', 'Questions that wait for the model', waiting);
  gauge(registers, 'dynarule_waiting_edits', 'Edits that wait for the one under way', waitingEdits);
  gauge(registers, 'dynarule_rules', 'Rules', rules);
  gauge(registers, 'dynarule_tensors', 'Live tensors', () => tf.memory().numTensors);
  return {
    registry,
    requests: new Counter({ registers, name: 'dynarule_requests_total', help: 'Requests', labelNames: ['route', 'status'] }),
    edits: new Counter({ registers, name: 'dynarule_edits_total', help: 'Edits of the rules that were acknowledged' }),
    cancelled: new Counter({ registers, name: 'dynarule_cancelled_total', help: 'Questions whose client went away' }),
    tokens: new Counter({ registers, name: 'dynarule_tokens_total', help: 'Tokens of answers' }),
    firstToken: new Histogram({ registers, name: 'dynarule_first_token_seconds', help: 'Time to the first token', buckets: SECONDS }),
    answer: new Histogram({ registers, name: 'dynarule_answer_seconds', help: 'Time to the end of an answer', buckets: SECONDS }),
  };
}

function gauge(registers: Registry[], name: string, help: string, read: () => number): void {
  new Gauge({
    registers,
    name,
    help,
    collect() {
      this.set(read());
    },
  });
}
