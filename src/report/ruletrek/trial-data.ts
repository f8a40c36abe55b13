/** The trials of runs as the page embeds them, compressed: what was read, run, answered and missed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { parseJson } from '../../files/parse-json.ts';
import { TrajectoryEvent } from '../../ruletrek/agents/trajectory.ts';
import { trialFolder } from '../../ruletrek/run/trial.ts';
import type { ScoredTrial } from '../../ruletrek/tables/scored-run.ts';
import type { RuletrekRun } from './results.ts';
import type { ShownEvent, ShownTrial } from './shown-trial.ts';

/** Characters of an event's text, and of an answer; the run folder has the rest. */
const LONGEST_EVENT = 1_000;
const LONGEST_ANSWER = 8_000;

/** Gzip of JSON in base64, which has no character that HTML would take for markup. */
export function trialData(runs: readonly RuletrekRun[]): string {
  const trials = runs.flatMap(({ folder, summary }) => summary.trials.map((trial) => shownTrial(summary.name, folder, trial)));
  return gzipSync(JSON.stringify(trials), { level: 9 }).toString('base64');
}

/** Files of a trial that are gone show nothing. */
export function shownTrial(run: string, folder: string, { score, domain, nodes, spent }: ScoredTrial): ShownTrial {
  const files = trialFolder(folder, score);
  const events = eventsOf(textOf(join(files, 'trajectory.jsonl')));
  const calls = events.flatMap((event) => (event.kind === 'tool_call' ? [event] : []));
  const argument = (tool: string, name: string): string[] => calls.filter((call) => call.tool === tool).flatMap((call) => argumentOf(call.arguments, name) ?? []);
  return {
    run, instance: score.instance, domain, task: score.task, trial: score.trial, status: score.status, score: score.score, rules: nodes, steps: spent.steps,
    read: [...new Set(argument('read', 'path'))],
    commands: argument('bash', 'command').map((command) => cut(command, LONGEST_EVENT)),
    events: events.map(shownEvent),
    answer: cut(textOf(join(files, 'answer.json')), LONGEST_ANSWER),
    missed: score.failures.map(({ cause, detail }) => [cause, cut(detail, LONGEST_EVENT)] as const),
  };
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** Lines that a kill cut off are passed over. */
function eventsOf(text: string): TrajectoryEvent[] {
  return text.split('\n').flatMap((line) => {
    const parsed = TrajectoryEvent.safeParse(parseJson(line));
    return parsed.success && parsed.data.kind !== 'tokens' ? [parsed.data] : [];
  });
}

function argumentOf(json: string, name: string): string | null {
  const value = (parseJson(json) as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return typeof value === 'string' ? value : null;
}

function shownEvent(event: TrajectoryEvent): ShownEvent {
  const [title, text] = wordsOf(event);
  return [event.at, event.kind, title, cut(text, LONGEST_EVENT)];
}

function wordsOf(event: TrajectoryEvent): [title: string, text: string] {
  switch (event.kind) {
    case 'message':
      return [event.role, event.text];
    case 'tool_call':
      return [`${event.step}. ${event.tool}`, argumentOf(event.arguments, 'path') ?? argumentOf(event.arguments, 'command') ?? argumentOf(event.arguments, 'query') ?? event.arguments];
    case 'tool_result':
      return [event.failed ? `result of ${event.step}, failed` : `result of ${event.step}`, event.output];
    case 'note':
      return ['note', event.text];
    case 'end':
      return [`end: ${event.status}`, [event.detail, ...(event.changed.length === 0 ? [] : [`given files that were changed: ${event.changed.join(', ')}`])].filter((part) => part !== '').join('; ')];
    case 'tokens':
      return ['tokens', `${event.prompt}+${event.completion}`];
  }
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters in all)`;
}
