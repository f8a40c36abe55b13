/** An answered question as short texts, for either kind of report. */
import type { QuestionRecord } from '../evaluation/records.ts';
import { formatFraction } from '../evaluation/table.ts';
import { SEARCH_MARK } from '../ruleworld/prompt.ts';

/** Best rules of a step that a report shows. */
const SHOWN_RULES = 3;

export interface ExampleStep {
  /** What the LM wrote in this step; empty where it stopped earlier. */
  readonly text: string;
  /** Each gold rule with its rank. */
  readonly gold: readonly string[];
  /** The best rules with their scores. */
  readonly retrieved: readonly string[];
}

export interface Example {
  readonly heading: string;
  readonly question: string;
  readonly steps: readonly ExampleStep[];
  readonly answer: string;
  readonly gold: string;
}

/** Steps are as many as the longest of: steps that are written, gold steps, retrievals. */
export function exampleOf(record: QuestionRecord): Example {
  const texts = writtenSteps(record.text);
  const count = Math.max(texts.length, record.goldSteps.length, record.retrieved.length);
  const { subtask, representation, ruleCount, repository, outcome } = record;
  return {
    heading: `${subtask}, ${representation}, ${ruleCount.toLocaleString('en-US')} rules (${repository}): ${outcome}, score ${formatFraction(record.exactMatch)}`,
    question: record.question,
    steps: Array.from({ length: count }, (_, step) => stepOf(record, texts[step] ?? '', step)),
    answer: record.answer ?? '(no box)',
    gold: record.gold,
  };
}

/** Text between `<search>` marks; where there are none, from one `[Step]` to the next. */
function writtenSteps(text: string): string[] {
  return text.trim().split(text.includes(SEARCH_MARK) ? SEARCH_MARK : /(?=\[Step\])/).map((part) => part.trim());
}

function stepOf(record: QuestionRecord, text: string, step: number): ExampleStep {
  const gold = record.goldSteps[step] ?? [];
  const retrieved = record.retrieved[step] ?? [];
  return {
    text,
    gold: gold.map(({ text: rule, rank }) => (record.retrieved.length === 0 ? rule : `${rule} [${rank === null ? 'not retrieved' : `rank ${rank}`}]`)),
    retrieved: retrieved.slice(0, SHOWN_RULES).map((rule) => `${rule.text} [${rule.score.toFixed(3)}]`),
  };
}
