/**
 * The rule part of the decoder's cache. Each row of the batch holds the K rules of
 * its latest `<search>`; a new `<search>` replaces those of the rows that made it
 * and leaves the others alone.
 */
import { tf, type Tensor3D } from '../backend/tf.ts';
import { gatherRows } from '../tensors/rows.ts';

/** The K rules of some rows of the batch at one layer, as attention reads them. */
export interface CachedRules {
  /** k̃, [n, K, A] */
  readonly keys: Tensor3D;
  /** ṽ, [n, K, A] */
  readonly values: Tensor3D;
  /** Added to the logits, [n, 1, K]; masks slots beyond a pool smaller than K. */
  readonly prior: Tensor3D;
}

/** Owns its tensors: `replace`, `keepRows` and `dispose` free what they replace. */
export interface RuleCache {
  /** The rules of all B rows at a layer. Throws before the first retrieval. */
  at(layer: number): CachedRules;
  /**
   * Puts new rules in the place of the old ones; copies them, so the caller keeps its own.
   *
   * @param rows positions in the batch of the n rows of `fresh`, ascending; all B at the first call
   * @param batch B
   */
  replace(layer: number, fresh: CachedRules, rows: readonly number[], batch: number): void;
  /** Keeps these rows of the batch, in this order. */
  keepRows(rows: readonly number[]): void;
  dispose(): void;
}

export function createRuleCache(): RuleCache {
  const layers = new Map<number, CachedRules>();
  const put = (layer: number, next: CachedRules): void => {
    const old = layers.get(layer);
    layers.set(layer, next);
    if (old !== undefined) tf.dispose(tensorsOf(old));
  };
  return {
    at: (layer) => {
      const rules = layers.get(layer);
      if (rules === undefined) throw new Error(`layer ${layer} has no rules before the first retrieval`);
      return rules;
    },
    replace: (layer, fresh, rows, batch) => {
      const old = layers.get(layer);
      put(layer, old === undefined || rows.length === batch ? mapRules(fresh, tf.clone) : merged(old, fresh, rows, batch));
    },
    keepRows: (rows) => {
      for (const [layer, rules] of layers) put(layer, mapRules(rules, (tensor) => gatherRows(tensor, rows)));
    },
    dispose: () => tf.dispose([...layers.values()].flatMap(tensorsOf)),
  };
}

function merged(old: CachedRules, fresh: CachedRules, rows: readonly number[], batch: number): CachedRules {
  // Row b of the result is row b of the old rules, or, where b searched, its row of the fresh ones, which stand behind.
  const source = Array.from({ length: batch }, (_, row) => row);
  rows.forEach((row, at) => {
    source[row] = batch + at;
  });
  const merge = (before: Tensor3D, after: Tensor3D): Tensor3D => gatherRows(tf.concat3d([before, after], 0), source);
  return mapRules(old, (before, part) => merge(before, fresh[part]));
}

/** New tensors that outlive the forward pass in which they are made. */
function mapRules(rules: CachedRules, make: (tensor: Tensor3D, part: keyof CachedRules) => Tensor3D): CachedRules {
  const kept = (part: keyof CachedRules): Tensor3D => tf.keep(tf.tidy(() => make(rules[part], part)));
  return { keys: kept('keys'), values: kept('values'), prior: kept('prior') };
}

function tensorsOf({ keys, values, prior }: CachedRules): Tensor3D[] {
  return [keys, values, prior];
}
