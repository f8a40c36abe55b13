/** The schema of `nesys tables` and `nesys weights`. */
import { z } from 'zod';
import { loadYaml } from '../config/load.ts';
import { count, positiveInteger, runName, text } from '../config/sections.ts';
import { SCALES } from './energy.ts';

export const NesysConfig = z.strictObject({
  name: runName,
  /** Seeds orders of rules, folds and resamples. */
  seed: count.default(1),
  data: z
    .strictObject({
      /** Folder of the published numeric files, derived_<environment>_<model>_<split>.json.gz. */
      folder: text.default('../shared/nesys'),
    })
    .prefault({}),
  energy: z
    .strictObject({
      /** γ: 1, or the spread of the question's log-probs, or that and 1. */
      scale: z.enum(SCALES).default('spread+1'),
      /** Scores are clipped to [−1, 1]. */
      clip: z.boolean().default(false),
    })
    .prefault({}),
  tables: z
    .strictObject({
      /** Random orders of the rules, for the range of accuracy. */
      orders: positiveInteger.default(20),
      /** Resamples of a bootstrap interval. */
      resamples: positiveInteger.default(1000),
    })
    .prefault({}),
  weights: z
    .strictObject({
      /** Folds of dev by which γ and the way of learning are chosen. */
      folds: z.int().min(2).default(5),
      /** Random orders of the rules whose weights are averaged. */
      orders: positiveInteger.default(5),
    })
    .prefault({}),
});
export type NesysConfig = z.infer<typeof NesysConfig>;

/** Reads an experiment; see `loadYaml` for `extends`, overrides and errors. */
export function loadNesys(path: string, overrides: readonly string[] = []): NesysConfig {
  return loadYaml(path, NesysConfig, overrides);
}
