/** Scored trials of made-up instances, for tables. */
import type { ScoreFile } from '../../../src/ruletrek/formats/score.ts';
import type { Status, Task } from '../../../src/ruletrek/formats/vocabulary.ts';
import type { ScoredTrial } from '../../../src/ruletrek/tables/scored-run.ts';

interface Made {
  readonly domain?: ScoredTrial['domain'];
  readonly nodes?: number;
  readonly depth?: number;
  readonly status?: Status;
  readonly failures?: ScoreFile['failures'];
  readonly spent?: ScoredTrial['spent'];
}

/** A trial of an instance; null for a score that must be run again. Where there is a score, half of the fields and all of the reasoning are right. */
export function trialOf(instance: string, task: Task, score: number | null, { domain = 'tax', nodes = 3, depth = 1, status = 'ok', failures = [], spent = { steps: 4, wallSeconds: 2, tokens: null } }: Made = {}): ScoredTrial {
  const solved = status === 'ok' && task !== 'RI';
  const f1 = { precision: 0.5, recall: 0.5, f1: 0.5 };
  return {
    domain, nodes, depth, spent,
    score: {
      format: 1, instance, task, trial: 1, status, score, failures,
      ri: status === 'ok' && task === 'RI' ? { total: 50, nodes: f1, edges: f1, nodeF1At: { '0.3': 0.5, '0.5': 0.5, '0.7': 0.5 } } : null,
      answer: solved ? { right: score! > 0 ? 1 : 0, share: 0.5, fields: {} } : null,
      reasoning: solved ? { total: 100, facts: 100, rules: 100, trace: 100, citations: 100 } : null,
    },
  };
}
