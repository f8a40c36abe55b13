/** The group that a step belongs to; only the latest is kept. */
import { GROUP_STEPS, prepareGroup, type GroupOptions, type TrainingGroup } from '../data/groups.ts';
import type { StepBatch } from '../../dynarule/step-batch.ts';

export interface StepData {
  readonly group: TrainingGroup;
  readonly batch: StepBatch;
}

export interface StepDataSource {
  /** The data of a step, counted from 1; frees the group before. */
  at(step: number): Promise<StepData>;
  /** Frees the group of the last step. */
  dispose(): void;
}

export function groupsOf(options: GroupOptions): StepDataSource {
  let current: { index: number; group: TrainingGroup } | null = null;
  return {
    at: async (step) => {
      const index = Math.floor((step - 1) / GROUP_STEPS);
      if (current?.index !== index) {
        current?.group.embeddings.dispose();
        current = { index, group: await prepareGroup(options, index) };
      }
      return { group: current.group, batch: current.group.batches[(step - 1) % GROUP_STEPS] as StepBatch };
    },
    dispose: () => current?.group.embeddings.dispose(),
  };
}
