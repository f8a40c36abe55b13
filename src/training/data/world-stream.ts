/**
 * Fresh rule repositories for training: a new one every so many steps, none of
 * which holds a rule of the evaluated repositories. The repository of a step
 * follows from its number, so that a run that continues sees the same ones.
 */
import type { Rule } from '../../ruleworld/types.ts';
import { generateWorld } from '../../ruleworld/world.ts';
import { scaledCounts, SUBSET_WORLD } from '../../ruleworld/world-config.ts';

export interface WorldStreamOptions {
  readonly seed: string;
  /** Rules of each repository. */
  readonly rules: number;
  /** Steps that one repository serves. */
  readonly refreshEverySteps: number;
  /** Keys of rules that no repository may hold. */
  readonly forbidden: ReadonlySet<string>;
}

export interface TrainingWorld {
  /** Number of the repository in the stream, from 0. */
  readonly index: number;
  readonly rules: readonly Rule[];
}

/** Gives the repository of a step, counted from 0; the latest one is kept. */
export function worldStream(options: WorldStreamOptions): (step: number) => TrainingWorld {
  const config = { ...SUBSET_WORLD, counts: scaledCounts(options.rules) };
  let current: TrainingWorld | null = null;
  return (step) => {
    const index = Math.floor(step / options.refreshEverySteps);
    if (current?.index === index) return current;
    const { rules } = generateWorld(config, `${options.seed}|world ${index}`, options.forbidden);
    current = { index, rules };
    return current;
  };
}
