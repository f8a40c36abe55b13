/** A linear map over the last axis. */
import { tf, type Tensor1D, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import { throughLora, type LoraPair } from './lora.ts';
import { flatRows } from './rows.ts';

/**
 * x [B, S, I] times weight [I, O], plus bias [O] where there is one → [B, S, O].
 *
 * @param lora adapter of the weight
 */
export function project(x: Tensor3D, weight: Tensor2D, bias: Tensor1D | null, lora?: LoraPair): Tensor3D {
  const [batch, length] = x.shape;
  return tf.tidy(() => {
    const rows = flatRows(x);
    const flat = tf.matMul(rows, weight);
    const adapted = lora === undefined ? flat : tf.add(flat, throughLora(rows, lora));
    const moved = bias === null ? adapted : tf.add(adapted, bias);
    return tf.reshape(moved, [batch, length, weight.shape[1]]) as Tensor3D;
  });
}
