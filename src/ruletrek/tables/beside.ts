/** What the headline hides: a wrong answer scores 0 however well it was reasoned, and RI has two halves. */
import type { Table } from '../../evaluation/table.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { estimateMean, formatEstimate } from './estimate.ts';
import { answerRight, edgeF1, fieldsRight, headline, nodeF1, nodeF1Loose, nodeF1Strict, reasoning, type Measure } from './measures.ts';
import { denominatorsOf, ofTask, type ScoredRun, type ScoredTrial } from './scored-run.ts';

interface Column {
  readonly name: string;
  readonly measure: Measure;
  /** Tasks that have it. */
  readonly tasks: readonly Task[];
}

const SOLVING: readonly Task[] = ['RD', 'E2E'];
const COLUMNS: readonly Column[] = [
  { name: 'score', measure: headline, tasks: TASKS },
  { name: 'answers right', measure: answerRight, tasks: SOLVING },
  { name: 'reasoning', measure: reasoning, tasks: SOLVING },
  { name: 'fields right', measure: fieldsRight, tasks: SOLVING },
  { name: 'node F1', measure: nodeF1, tasks: ['RI'] },
  { name: 'edge F1', measure: edgeF1, tasks: ['RI'] },
  { name: 'node F1 at 0.3', measure: nodeF1Loose, tasks: ['RI'] },
  { name: 'node F1 at 0.7', measure: nodeF1Strict, tasks: ['RI'] },
];

export function besideTable(runs: readonly ScoredRun[]): Table {
  const rows = runs.flatMap(({ name, trials }) => TASKS.flatMap((task) => rowsOf(name, task, ofTask(trials, task))));
  return { title: 'Beside Table 2: all from 0 to 100, with 95 % intervals', labels: 3, columns: ['run', 'task', 'trials', ...COLUMNS.map(({ name }) => name)], rows };
}

function rowsOf(run: string, task: Task, trials: readonly ScoredTrial[]): string[][] {
  if (trials.length === 0) return [];
  return denominatorsOf(trials).map((part) => {
    const cells = COLUMNS.map(({ name, measure, tasks }) => (tasks.includes(task) ? formatEstimate(estimateMean(part.trials, measure, `${task}/${name}`)) : ''));
    return [run, task, part.label, ...cells];
  });
}
