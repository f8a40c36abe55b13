/**
 * All answered questions as the page's browser reads them: every text once, in a list that
 * records refer to by number, as JSON, compressed. `page/data.js` is the other end.
 */
import { gzipSync } from 'node:zlib';
import { faultOf } from '../analysis/faults.ts';
import { titlesOf } from '../evaluation/paper.ts';
import type { QuestionRecord } from '../evaluation/records.ts';
import type { CompactRecord } from './compact-record.ts';

/** Rules of each retrieval that the page shows. */
export const SHOWN_RULES = 5;

export interface QuestionData {
  /** Records held so far. */
  readonly count: number;
  /** Takes in a record. */
  hear(record: QuestionRecord): void;
  /** gzip of the JSON of `{ texts, records }`, in base64. */
  encoded(): string;
}

export function createQuestionData(): QuestionData {
  const texts: string[] = [];
  const numbers = new Map<string, number>();
  const records: CompactRecord[] = [];
  const numberOf = (text: string): number => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
  return {
    get count() {
      return records.length;
    },
    hear: (record) => void records.push(compact(record, numberOf)),
    encoded: () => gzipSync(JSON.stringify({ texts, records }), { level: 9 }).toString('base64'),
  };
}

function compact(record: QuestionRecord, numberOf: (text: string) => number): CompactRecord {
  const fault = faultOf(record);
  return [
    numberOf(titlesOf(record.method).answers),
    numberOf(record.representation),
    record.ruleCount,
    numberOf(record.repository),
    record.seed,
    numberOf(record.subtask),
    numberOf(record.outcome),
    rounded(record.exactMatch),
    [record.recallAt1, record.recallAt10, record.recallAt100].map((value) => value && rounded(value)),
    numberOf(record.question),
    numberOf(record.questionId),
    numberOf(record.gold),
    numberOf(record.text),
    record.answer === null ? null : numberOf(record.answer),
    record.goldSteps.map((step) => step.map(({ text, rank }) => [numberOf(text), rank] as const)),
    record.retrieved.map((step) => step.slice(0, SHOWN_RULES).map(({ text, score }) => [numberOf(text), rounded(score)] as const)),
    fault && [numberOf(fault.kind), fault.step, numberOf(fault.reason)],
  ];
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
