/** Acceptance number 8: conditions of Falco's rule files, parsed and evaluated twice; the facts that the cybersecurity pack took from them. */
import { randomStream } from '../../random.ts';
import { evaluateColumns } from '../import/falco/columns.ts';
import { evaluateEvent, parseFile } from '../import/falco/evaluate.ts';
import { drawEvent } from '../import/falco/events.ts';
import { compareCyberFacts } from '../import/falco/facts.ts';
import { FALCO_FOLDER, readFalcoFiles, type FalcoFile } from '../import/falco/files.ts';
import { partsOf } from '../import/falco/parse.ts';
import type { AcceptanceNumber } from './numbers.ts';

/** Events of each file: 2,001 in all. */
const EVENTS = 667;

export interface FalcoAgreement {
  readonly conditions: number;
  /** Different macros and rules: several files have the same macro. */
  readonly names: number;
  readonly operators: readonly string[];
  /** Macros that a condition names and its file does not have. */
  readonly undefinedMacros: readonly string[];
  readonly events: number;
  readonly verdicts: number;
  readonly disagreements: number;
  /** Conditions that came out both ways. */
  readonly bothWays: number;
}

/** Parses every condition and evaluates it twice on events drawn for its file. */
export function compareEvaluators(files: readonly FalcoFile[], eventsOfFile: number): FalcoAgreement {
  const each = files.map((file) => agreementOf(file, eventsOfFile));
  const total = (key: 'conditions' | 'events' | 'verdicts' | 'disagreements' | 'bothWays'): number => each.reduce((sum, one) => sum + one[key], 0);
  return {
    conditions: total('conditions'), names: namesOf(files), operators: [...new Set(each.flatMap(({ operators }) => operators))].sort(), undefinedMacros: each.flatMap(({ undefinedMacros }) => undefinedMacros),
    events: total('events'), verdicts: total('verdicts'), disagreements: total('disagreements'), bothWays: total('bothWays'),
  };
}

function namesOf(files: readonly FalcoFile[]): number {
  return new Set(files.flatMap(({ conditions }) => conditions.map(({ kind, name }) => `${kind} ${name}`))).size;
}

function agreementOf(file: FalcoFile, count: number): FalcoAgreement {
  const parsed = parseFile(file);
  const parts = parsed.conditions.flatMap(partsOf);
  const random = randomStream(`falco/${file.path}`);
  const events = Array.from({ length: count }, () => drawEvent(random, parsed));
  const columns = evaluateColumns(file, events);
  const verdicts = events.map((event) => evaluateEvent(parsed, event));
  const different = verdicts.flatMap((list, e) => list.filter((verdict, i) => verdict !== (columns[i]![e] === 1)));
  const bothWays = columns.filter((column) => column.includes(0) && column.includes(1)).length;
  return {
    conditions: parsed.conditions.length, names: namesOf([file]),
    operators: [...new Set(parts.flatMap((part) => (part.kind === 'test' ? [part.operator] : [])))],
    undefinedMacros: parts.flatMap((part) => (part.kind === 'macro' && !parsed.macros.has(part.name) ? [`${file.path}: ${part.name}`] : [])),
    events: count, verdicts: count * columns.length, disagreements: different.length, bothWays,
  };
}

export function falcoNumber(folder = FALCO_FOLDER): AcceptanceNumber {
  const [files, facts] = [readFalcoFiles(folder), compareCyberFacts(folder)];
  if (files === null || facts === null) return { number: 8, text: `no upstream data: ${folder} is not there`, state: 'skipped' };
  const { conditions, names, operators, undefinedMacros, events, verdicts, disagreements, bothWays } = compareEvaluators(files, EVENTS);
  const text = `Falco: ${names}/${names} macros and rules parsed (${conditions} conditions in ${files.length} files), ${operators.length} operators, ${undefinedMacros.length} undefined macros; two evaluators on ${events} random events, ${verdicts} verdicts: ${disagreements} differ, ${bothWays} conditions came out both ways; facts of the pack that differ upstream: ${facts.length}`;
  return { number: 8, text, state: undefinedMacros.length + disagreements + facts.length === 0 ? 'met' : 'missed' };
}
