/**
 * SR-KI as published (paper, Table 2): one retrieval, at the question, of all rules that it needs; trained with candidates
 * by the mean query over question and answer, and the rules of the batch as negatives.
 */
import { retrievingEntry } from './dynarule-entry.ts';
import type { MethodEntry } from './method.ts';
import type { MethodResources } from './resources.ts';
import { baselineTraining, requireRetrieval } from './trained-adapters.ts';

/** @throws UserError where its experiment is unreadable or no SR-KI and, when it is loaded, where there are no adapters */
export function srKiEntry(resources: MethodResources): MethodEntry {
  return oneRetrieval('sr-ki', resources);
}

/** One of SR-KI's two forms. */
export function oneRetrieval(name: 'sr-ki' | 'sr-ki-strong', resources: MethodResources): MethodEntry {
  const training = baselineTraining(name, resources.experiment);
  requireRetrieval(name, training, 'once');
  return retrievingEntry(name, training, resources);
}
