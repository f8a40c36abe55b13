/** An experiment cut down to two steps on a few questions of the workshop; its adapters and prompts stay as they are. */
import { splitPath } from '../workshop/files.ts';
import type { PhasesConfig } from './config.ts';

const STEPS = 2;
const QUESTIONS = { train: 24, dev: 4, test: 4 } as const;

export interface MiniatureFolders {
  readonly questions: string;
  readonly model: string;
}

export function miniaturePhases(config: PhasesConfig, { questions: folder, model }: MiniatureFolders): PhasesConfig {
  const { neural, fineTuning } = config;
  return {
    ...config,
    workshop: { folder, ...QUESTIONS },
    questions: { train: splitPath(folder, 'train'), dev: splitPath(folder, 'dev'), test: splitPath(folder, 'test'), model: null },
    rules: 'workshop',
    neural: { ...neural, model },
    fineTuning: { ...fineTuning, steps: STEPS, checkpointEverySteps: STEPS, optimizer: { ...fineTuning.optimizer, warmup: 1 } },
  };
}
