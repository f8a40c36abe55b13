/** SwiGLU feed-forward: (silu(x·W_gate) ⊙ x·W_up)·W_down. */
import { recordsGradient, tf, type Tensor, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import type { LayerLora } from './lora.ts';
import { normalised, normGradient } from './norm.ts';
import { projectRows } from './project.ts';
import { flatRows } from './rows.ts';
import type { LmLayer } from './weights.ts';

/** Rows [N, D] → [N, D]. */
export function feedForward(layer: LmLayer, x: Tensor2D, lora: LayerLora = {}): Tensor2D {
  return tf.tidy(() => {
    const gate = projectRows(x, layer.gate, null, lora.gate);
    const up = projectRows(x, layer.up, null, lora.up);
    return projectRows(gatedUnit(gate, up), layer.down, null, lora.down);
  });
}

/** silu(gate) ⊙ up, with its gradient written out: it saves two of the five passes over memory. */
function gatedUnit(gate: Tensor2D, up: Tensor2D): Tensor2D {
  if (!recordsGradient()) return plainUnit(gate, up);
  const unit = tf.customGrad((...inputs) => {
    const [g, u, save] = inputs as unknown as [Tensor, Tensor, (tensors: Tensor[]) => void];
    const sigmoid = tf.sigmoid(g);
    const activated = tf.mul(g, sigmoid);
    save([u, sigmoid, activated]);
    return { value: tf.mul(activated, u), gradFunc: gatedUnitGradient };
  });
  return unit(gate, up) as Tensor2D;
}

/** The same without a gradient of its own. */
function plainUnit(gate: Tensor2D, up: Tensor2D): Tensor2D {
  return tf.tidy(() => tf.mul(tf.mul(gate, tf.sigmoid(gate)), up) as Tensor2D);
}

function gatedUnitGradient(dy: Tensor, saved: Tensor[]): [Tensor, Tensor] {
  const [u, sigmoid, activated] = saved as [Tensor, Tensor, Tensor];
  return tf.tidy(() => {
    const slope = tf.add(sigmoid, tf.mul(activated, tf.sub(1, sigmoid)));
    return [tf.mul(tf.mul(dy, u), slope), tf.mul(dy, activated)];
  });
}

/**
 * Norm, feed-forward and residual of a frozen layer as one node of the gradient's graph: x + feedForward(norm(x)).
 * Two activations of the inner width are kept; what follows from them is computed again.
 */
export function frozenFeedForward(layer: LmLayer, x: Tensor3D, epsilon: number): Tensor3D {
  const run = tf.customGrad((...inputs) => {
    const [, save] = inputs as unknown as [Tensor3D, (tensors: Tensor[]) => void];
    const value = tf.tidy(() => {
      const norm = normalised(flatRows(x), epsilon);
      const rows = tf.mul(norm.value, layer.postNorm) as Tensor2D;
      const [gate, up] = [tf.matMul(rows, layer.gate), tf.matMul(rows, layer.up)] as [Tensor2D, Tensor2D];
      save([norm.value, norm.inverse, gate, up]);
      return tf.add(x, tf.reshape(tf.matMul(plainUnit(gate, up), layer.down), x.shape));
    });
    return { value, gradFunc: (dy: Tensor, saved: Tensor[]) => tf.tidy(() => frozenGradient(layer, dy, saved)) };
  });
  return run(x) as Tensor3D;
}

function frozenGradient(layer: LmLayer, dy: Tensor, saved: Tensor[]): Tensor {
  const [value, inverse, gate, up] = saved as [Tensor2D, Tensor2D, Tensor2D, Tensor2D];
  const dUnit = tf.matMul(flatRows(dy), layer.down, false, true);
  const sigmoid = tf.sigmoid(gate);
  const [dGate, dUp] = gatedUnitGradient(dUnit, [up, sigmoid, tf.mul(gate, sigmoid)]) as [Tensor2D, Tensor2D];
  const dRows = tf.add(tf.matMul(dGate, layer.gate, false, true), tf.matMul(dUp, layer.up, false, true));
  const dx = normGradient(tf.mul(dRows, layer.postNorm), { value, inverse });
  tf.dispose(saved);
  return tf.add(dy, tf.reshape(dx, dy.shape));
}
