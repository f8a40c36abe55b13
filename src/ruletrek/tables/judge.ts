/** What a judge thinks beside what was scored: never in the headline. */
import type { Table } from '../../evaluation/table.ts';
import { mean } from '../../statistics/spread.ts';
import type { Verdict } from '../formats/judgement.ts';
import type { ScoreFile } from '../formats/score.ts';
import type { Task } from '../formats/vocabulary.ts';
import { correlate, formatCorrelation } from './correlation.ts';
import { NOT_COMPARABLE, PAPER } from './paper.ts';

/** A scored trial with its verdict; null where the judge's reply could not be read. */
export interface JudgedTrial {
  readonly score: ScoreFile;
  readonly verdict: Verdict | null;
}

export interface JudgedRun {
  readonly name: string;
  readonly trials: readonly JudgedTrial[];
}

type Known = JudgedTrial & { readonly verdict: Verdict };

export function judgeTable(runs: readonly JudgedRun[], model: string): Table {
  const rows = runs.flatMap(({ name, trials }) => (['RD', 'E2E'] as const).flatMap((task) => rowOf(name, task, trials.filter(({ score }) => score.task === task))));
  const paper = ['people and judge (paper)', '–', '–', '–', '–', '–', '–', PAPER.spearman.humanJudge.join(' to ')];
  const columns = ['run', 'task', 'judged', 'unjudged', 'judge: answer × reasoning', 'score', 'same answer', 'ρ judge, score'];
  return { title: `Judge ${model}, in no score: beside the deterministic score, with Spearman’s ρ over trials (${NOT_COMPARABLE})`, labels: 2, columns, rows: [...rows, paper] };
}

function rowOf(run: string, task: Task, trials: readonly JudgedTrial[]): string[][] {
  if (trials.length === 0) return [];
  const known = trials.filter((trial): trial is Known => trial.verdict !== null);
  const unjudged = String(trials.length - known.length);
  if (known.length === 0) return [[run, task, '0', unjudged, '–', '–', '–', '–']];
  const same = mean(known.map(({ score, verdict }) => (score.answer?.right === verdict.answer ? 100 : 0)));
  return [[run, task, String(known.length), unjudged, mean(known.map(judged)).toFixed(2), mean(known.map(scored)).toFixed(2), `${same.toFixed(1)} %`, formatCorrelation(correlate(known.map((trial) => ({ score: trial.score, x: judged(trial), y: scored(trial) })), `judge/${run}/${task}`))]];
}

const judged = ({ verdict }: Known): number => verdict.answer * verdict.reasoning;
const scored = ({ score }: Known): number => score.score ?? 0;
