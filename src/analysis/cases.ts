/** Case studies found in the records of an evaluation (paper, case studies): how often each fault is made, and an example of each. */
import type { QuestionRecord } from '../evaluation/records.ts';
import { FAULT_KINDS, faultOf, type Fault, type FaultKind } from './faults.ts';
import type { Analysis } from './files.ts';

/** The faults of which an example is shown: rule omission, wrong use, operator mismatch. */
export const STUDIED: readonly FaultKind[] = ['omission', 'wrong use', 'operator'];

export type CaseCount = Analysis<'cases'>['counts'][number];
export type CaseStudy = Analysis<'cases'>['studies'][number];

export interface CaseFinder {
  /** Takes in a record; those of one cell, seeds aside, are counted together. */
  hear(record: QuestionRecord): void;
  counts(): CaseCount[];
  /** One of each kind that is found, in the order of `STUDIED`. */
  studies(): CaseStudy[];
}

interface Open {
  readonly place: Pick<CaseCount, 'method' | 'representation' | 'ruleCount' | 'repository'>;
  answered: number;
  wrong: number;
  readonly faults: Record<FaultKind, number>;
}

export function createCaseFinder(): CaseFinder {
  const cells = new Map<string, Open>();
  const best = new Map<FaultKind, CaseStudy>();
  return {
    hear: (record) => {
      const { method, representation, ruleCount, repository } = record;
      const place = { method, representation, ruleCount, repository };
      const key = Object.values(place).join('/');
      const cell = cells.get(key) ?? { place, answered: 0, wrong: 0, faults: noFaults() };
      cells.set(key, cell);
      cell.answered += 1;
      const fault = faultOf(record);
      if (fault === null) return;
      cell.wrong += 1;
      cell.faults[fault.kind] += 1;
      const known = best.get(fault.kind);
      if (known === undefined || isBetter(record, known.record)) best.set(fault.kind, studyOf(record, fault));
    },
    counts: () => [...cells.values()].map(({ place, ...rest }) => ({ ...place, ...rest })),
    studies: () => STUDIED.flatMap((kind) => best.get(kind) ?? []),
  };
}

function noFaults(): Record<FaultKind, number> {
  return Object.fromEntries(FAULT_KINDS.map((kind) => [kind, 0])) as Record<FaultKind, number>;
}

function studyOf(record: QuestionRecord, { kind, step, reason }: Fault): CaseStudy {
  return { kind, step, reason, record };
}

/** DynaRule's before other methods'; of these the shortest to read that still takes several steps. */
function isBetter(one: QuestionRecord, other: QuestionRecord): boolean {
  const cost = ({ method, goldSteps, question, text }: QuestionRecord): number =>
    (method === 'dynarule' ? 0 : 1e6) + (goldSteps.length > 1 ? 0 : 1e5) + question.length + text.length;
  return cost(one) < cost(other);
}
