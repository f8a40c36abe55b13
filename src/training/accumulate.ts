/**
 * Gradient accumulation: several batches, one after the other, make one step. Their
 * gradients are averaged before anything is clipped, so that k batches do what one
 * batch of k times the size would do.
 */
import { disposeTensors, mapTensors, type TensorRecord } from '../tensors/named.ts';
import { addGradients } from './optimizer.ts';

/** What one batch gives. */
export interface BatchResult {
  /** Gradients of all parameters, not clipped. */
  readonly gradients: TensorRecord;
  readonly loss: number;
  /** Tokens that the batch took in, without padding. */
  readonly tokens: number;
  /** Further values for the log. */
  readonly metrics: Readonly<Record<string, number>>;
}

/**
 * The means over the batches of a step; tokens are summed. Step n, counted from 1,
 * takes batches (n − 1) · count + 1 to n · count.
 *
 * @param batchOf result of a batch, counted from 1; its gradients are taken over
 */
export async function accumulateBatches(
  count: number,
  step: number,
  batchOf: (batch: number) => BatchResult | Promise<BatchResult>,
): Promise<BatchResult> {
  const first = (step - 1) * count + 1;
  let sum = await batchOf(first);
  for (let batch = first + 1; batch < first + count; batch += 1) sum = addTaking(sum, await batchOf(batch));
  return count === 1 ? sum : meanTaking(sum, count);
}

/** Both arguments' gradients are disposed. */
function addTaking(left: BatchResult, right: BatchResult): BatchResult {
  const gradients = addGradients(left.gradients, right.gradients);
  disposeTensors(left.gradients);
  disposeTensors(right.gradients);
  return {
    gradients,
    loss: left.loss + right.loss,
    tokens: left.tokens + right.tokens,
    metrics: mapValues(left.metrics, (value, name) => value + (right.metrics[name] as number)),
  };
}

function meanTaking(sum: BatchResult, count: number): BatchResult {
  const gradients = mapTensors(sum.gradients, (tensor) => tensor.div(count));
  disposeTensors(sum.gradients);
  return {
    gradients,
    loss: sum.loss / count,
    tokens: sum.tokens,
    metrics: mapValues(sum.metrics, (value) => value / count),
  };
}

function mapValues(
  record: Readonly<Record<string, number>>,
  make: (value: number, name: string) => number,
): Record<string, number> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, make(value, name)]));
}
