/** SR-KI with all that helps DynaRule, except steps: query, negatives and prior of the question it is asked at inference. */
import type { MethodEntry } from './method.ts';
import type { MethodResources } from './resources.ts';
import { oneRetrieval } from './sr-ki.ts';

/** @throws UserError as `srKiEntry` does */
export function srKiStrongEntry(resources: MethodResources): MethodEntry {
  return oneRetrieval('sr-ki-strong', resources);
}
