/**
 * KBLaM as its own evaluation runs it: the logits of M rules are lowered by log M and raised
 * by log 100 (`kb_scale_factor`), so that rules weigh together what 100 did in training.
 */
import { poolEntry } from './kblam.ts';
import type { MethodEntry } from './method.ts';
import type { MethodResources } from './resources.ts';

const KB_SCALE_FACTOR = 100;

/** @throws UserError as `kblamEntry` does */
export function kblamScaledEntry(resources: MethodResources): MethodEntry {
  return poolEntry('kblam-scaled', logCorrection, resources);
}

/** log(100 / M), added to the logits of M rules. */
export function logCorrection(rules: number): number {
  return Math.log(KB_SCALE_FACTOR / rules);
}
