/**
 * `<search>` as one more token behind the vocabulary: its row is trained, the
 * base's rows are not touched. With tied embeddings the same row is its output row.
 */
import { tf, type Tensor2D, type Tensor3D } from '../backend/tf.ts';
import { logitsOf, type LanguageModel } from '../lm/forward.ts';

/** The id of `<search>`: the first one that the base does not have. */
export function searchTokenId(model: LanguageModel): number {
  return model.config.vocabSize;
}

/**
 * Embeddings of ids [B, S], `<search>` among them.
 *
 * @param search its row, [1, D]
 */
export function embedWithSearch(model: LanguageModel, search: Tensor2D, ids: Int32Array, rows: number): Tensor3D {
  const searchId = searchTokenId(model);
  const length = ids.length / rows;
  const known = tf.tensor2d(ids.map((id) => (id === searchId ? 0 : id)), [rows, length], 'int32');
  const isSearch = tf.tensor3d(Float32Array.from(ids, (id) => (id === searchId ? 1 : 0)), [rows, length, 1]);
  const base = tf.mul(tf.gather(model.weights.embedding, known), tf.sub(1, isSearch));
  return tf.add(base, tf.mul(isSearch, search)) as Tensor3D;
}

/** Logits [N, V + 1] of hidden rows [N, D]; the last column is `<search>`. */
export function logitsWithSearch(model: LanguageModel, search: Tensor2D, hidden: Tensor2D): Tensor2D {
  return tf.concat2d([logitsOf(model, hidden), tf.matMul(hidden, search, false, true)], 1);
}
