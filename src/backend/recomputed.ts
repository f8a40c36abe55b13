/** Gradient checkpointing: nothing inside a function is kept for the gradient, which runs it again (Chen et al., 2016). */
import { tf, type Tensor } from './tf.ts';

/** The value of f at these inputs, and its gradient by each of them; f must use every one, and only them may be trained. */
export function recomputed<T extends Tensor>(f: (inputs: readonly Tensor[]) => T, inputs: readonly Tensor[]): T {
  const run = tf.customGrad((...given) => {
    const save = given[inputs.length] as unknown as (tensors: Tensor[]) => void;
    save([...inputs]);
    return { value: tf.tidy(() => f(inputs)), gradFunc: (dy: Tensor, saved: Tensor[]) => innerGradients(f, saved, dy) };
  });
  return run(...inputs) as T;
}

/** A gradient in the middle of another: TensorFlow.js has one tape, which the inner one would clear for both. */
function innerGradients(f: (inputs: readonly Tensor[]) => Tensor, inputs: Tensor[], dy: Tensor): Tensor[] {
  const { state } = tf.engine();
  const outer = state.activeTape;
  try {
    return tf.grads((...again: Tensor[]) => f(again))(inputs, dy);
  } finally {
    state.activeTape = outer;
  }
}
