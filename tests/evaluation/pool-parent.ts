/** Two processes at cells that are never finished, until a signal ends them; says on standard output when one begins. */
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { runCellsInProcesses } from '../../src/evaluation/process-pool.ts';

const cell = { name: 'hang', place: { method: 'dynarule', representation: 'FOL', ruleCount: 100, repository: 'original', seed: 1 } } as const;
await runCellsInProcesses([cell, cell, cell], {
  workers: 2,
  setting: { experiment: ExperimentConfig.parse({ name: 'pool' }), runs: process.argv[2] ?? '' },
  progress: () => console.log('begun'),
  ready: () => undefined,
  program: new URL('./pool-stub.ts', import.meta.url),
});
