/** The group that a batch belongs to; only the latest is kept. */
import { GROUP_BATCHES, prepareGroup, type GroupOptions, type TrainingGroup } from '../data/groups.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';

export interface StepData {
  readonly group: TrainingGroup;
  readonly batch: StepBatch;
}

export interface StepDataSource {
  /** The batch of that number, counted from 1 over the whole run; frees the group before. */
  at(number: number): Promise<StepData>;
  /** Frees the group of the last batch. */
  dispose(): void;
}

export function groupsOf(options: GroupOptions): StepDataSource {
  let current: { index: number; group: TrainingGroup } | null = null;
  return {
    at: async (number) => {
      const index = Math.floor((number - 1) / GROUP_BATCHES);
      if (current?.index !== index) {
        current?.group.embeddings.dispose();
        current = { index, group: await prepareGroup(options, index) };
      }
      return { group: current.group, batch: current.group.batches[(number - 1) % GROUP_BATCHES] as StepBatch };
    },
    dispose: () => current?.group.embeddings.dispose(),
  };
}
