/** The score of one trial, and what was lost on the way. */
import { readRiAnswer, readSolveAnswer, type RiAnswer, type SolveAnswer } from '../formats/agent-answer.ts';
import type { TrialResult } from '../formats/result.ts';
import type { FAILURES, ReasoningScore, RiScore, ScoreFile } from '../formats/score.ts';
import { FORMAT_VERSION, type Status, type Task } from '../formats/vocabulary.ts';
import type { Instance } from '../instance/read.ts';
import { scoreRi } from './ri.ts';
import { matchRules } from './rules.ts';
import { scoreAnswer, scoreReasoning } from './solve.ts';

export type TrialKey = Pick<TrialResult, 'task' | 'trial' | 'status'>;
type Failure = ScoreFile['failures'][number];

/** States that say nothing about the agent: the trial is run again. */
const RERUN: readonly Status[] = ['infra_error', 'sandbox_error'];

/** Scores what an agent left in answer.json. A state other than `ok`, and an answer that cannot be read, score 0. */
export function scoreTrial(instance: Instance, key: TrialKey, content: string): ScoreFile {
  if (key.status !== 'ok') return unscored(instance, key, key.status, '');
  if (key.task === 'RI') {
    const read = readRiAnswer(content);
    return read.status === 'ok' ? scoreIdentification(instance, key, read.answer) : unscored(instance, key, read.status, read.detail);
  }
  const read = readSolveAnswer(content);
  return read.status === 'ok' ? scoreSolution(instance, key, read.answer) : unscored(instance, key, read.status, read.detail);
}

function base(instance: Instance, { task, trial }: TrialKey, status: Status): Omit<ScoreFile, 'score' | 'ri' | 'answer' | 'reasoning' | 'failures'> {
  return { format: FORMAT_VERSION, instance: instance.task.id, task, trial, status };
}

function unscored(instance: Instance, key: TrialKey, status: Status, detail: string): ScoreFile {
  const failures: Failure[] = [{ cause: 'status', detail: detail === '' ? status : `${status}: ${detail}` }];
  return { ...base(instance, key, status), score: RERUN.includes(status) ? null : 0, ri: null, answer: null, reasoning: null, failures };
}

function scoreIdentification(instance: Instance, key: TrialKey, answer: RiAnswer): ScoreFile {
  const ri = scoreRi(answer, instance.graph);
  const failures = [...ruleFailures(instance, key.task, answer.nodes), ...failure('edge', ri.edges.f1 < 1, edgeDetail(ri))];
  return { ...base(instance, key, 'ok'), score: ri.total, ri, answer: null, reasoning: null, failures };
}

function scoreSolution(instance: Instance, key: TrialKey, given: SolveAnswer): ScoreFile {
  const answer = scoreAnswer(given, instance.task.answer, instance.answer);
  const reasoning = scoreReasoning(given, {
    graph: instance.graph, facts: instance.evidence, trace: instance.trace, documents: instance.documents, graphGiven: key.task === 'RD',
  });
  const wrong = Object.keys(answer.fields).filter((name) => answer.fields[name] === false);
  const failures = [
    ...ruleFailures(instance, key.task, given.rules), ...reasoningFailures(reasoning),
    ...failure('answer', wrong.length > 0, `wrong: ${wrong.join(', ')}`),
  ];
  return { ...base(instance, key, 'ok'), score: answer.right * reasoning.total, ri: null, answer, reasoning, failures };
}

function failure(cause: (typeof FAILURES)[number], failed: boolean, detail: string): Failure[] {
  return failed ? [{ cause, detail }] : [];
}

function ruleFailures({ graph }: Instance, task: Task, cited: RiAnswer['nodes']): Failure[] {
  const { matches } = matchRules(cited, graph.nodes, task === 'RD');
  const found = new Set(matches.map(({ column }) => column));
  const missed = graph.nodes.filter((_, i) => !found.has(i)).map(({ id }) => id);
  const extra = cited.length - matches.length;
  return [...failure('rule-missed', missed.length > 0, missed.join(', ')), ...failure('rule-extra', extra > 0, `${extra} rules that need not be applied`)];
}

function reasoningFailures({ facts, trace, citations }: ReasoningScore): Failure[] {
  const text = (value: number): string => `${value.toFixed(1)} of 100`;
  return [
    ...failure('fact-missed', facts < 100, text(facts)),
    ...failure('calculation', trace < 100, text(trace)),
    ...failure('citation', citations < 100, text(citations)),
  ];
}

function edgeDetail({ edges }: RiScore): string {
  return `precision ${edges.precision.toFixed(2)}, recall ${edges.recall.toFixed(2)}`;
}
