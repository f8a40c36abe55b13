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
  return tf.tidy(() => tf.reshape(projectRows(flatRows(x), weight, bias, lora), [batch, length, weight.shape[1]]) as Tensor3D);
}

/** The same of rows, [N, I] → [N, O]: what several maps share is laid out once. */
export function projectRows(rows: Tensor2D, weight: Tensor2D, bias: Tensor1D | null, lora?: LoraPair): Tensor2D {
  return tf.tidy(() => {
    const plain = tf.matMul(rows, weight);
    const adapted = lora === undefined ? plain : tf.add(plain, throughLora(rows, lora));
    return (bias === null ? adapted : tf.add(adapted, bias)) as Tensor2D;
  });
}
