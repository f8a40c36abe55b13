/** One evaluated set for a reader: accuracy and flips by column, and what each rule does in it. */
import type { EvaluationSet } from '../data/evaluation-set.ts';
import type { Scale } from '../energy.ts';
import { columnsOf, type Column } from '../environments/columns.ts';
import { turnOf, type Turn } from '../explain.ts';
import type { Environment } from '../question.ts';
import { countColumns } from './accuracy.ts';
import type { JudgeName } from './judges.ts';
import { MODELS } from './paper.ts';
import type { PublishedResult } from './published-results.ts';
import { countFlips, ruleUses, type Flips, type RuleUse, type RuleWeights } from './rule-use.ts';

export type Split = 'test' | 'dev';

export interface ColumnSummary {
  /** As the paper's table has it; the last one is all questions. */
  readonly title: string;
  readonly questions: number;
  /** Right answers; null for a judge that the files do not give. */
  readonly right: Readonly<Record<JudgeName, number | null>>;
  /** Of NeSyS against the neural model alone; null where there are no scores of rules. */
  readonly flips: Flips | null;
}

export interface SetSummary {
  readonly environment: Environment;
  /** As the paper calls the neural model. */
  readonly backbone: string;
  readonly split: Split;
  readonly file: string;
  readonly columns: readonly ColumnSummary[];
  /** None where the file has no scores of rules. */
  readonly rules: readonly RuleUse[];
}

/** Test and dev of each pair, as far as there are files; NeSyS with this γ, and weights learnt on dev. */
export function summariseSets(results: readonly PublishedResult[], scale: Scale): SetSummary[] {
  return results.flatMap((result) => {
    const { pair } = result;
    return [...summarise(result, pair.test ?? pair.neuralTest, 'test', scale), ...summarise(result, pair.dev, 'dev', scale)];
  });
}

function summarise(result: PublishedResult, set: EvaluationSet | null, split: Split, scale: Scale): SetSummary[] {
  if (set === null) return [];
  const { environment, model } = result.pair;
  return [summariseSet({ environment, backbone: MODELS[model], split, set, rights: result[split], weights: weightsFor(result, set, scale) }, scale)];
}

/** A set, and how it was answered. */
export interface JudgedSet extends Pick<SetSummary, 'environment' | 'backbone' | 'split'> {
  readonly set: EvaluationSet;
  /** Right answers of each judge there is. */
  readonly rights: ReadonlyMap<JudgeName, readonly boolean[]>;
  /** Null where there are no scores of rules. */
  readonly weights: RuleWeights | null;
}

export function summariseSet({ set, rights, weights, ...named }: JudgedSet, scale: Scale): SetSummary {
  const columns = columnsOf(named.environment, set.questions.map(({ label }) => label));
  const turns = weights === null ? null : set.questions.flatMap((question) => turnOf(question, weights.beside, scale) ?? []);
  const rules = weights === null || turns === null ? [] : ruleUses(set.questions, columns, turns, weights);
  return { ...named, file: set.file, columns: columnSummaries(set, rights, columns, turns), rules };
}

/** Null for a set whose rules' scores, or whose dev, there is no file of. */
function weightsFor({ scales, rules }: PublishedResult, { ruleIds, ruleCount }: EvaluationSet, scale: Scale): RuleWeights | null {
  const fit = scales.find((one) => one.scale === scale);
  return fit === undefined || rules === null || ruleCount === 0 ? null : { ids: ruleIds, beside: fit.weights, alone: rules.weights };
}

function columnSummaries({ questions }: EvaluationSet, rights: JudgedSet['rights'], columns: readonly Column[], turns: readonly Turn[] | null): ColumnSummary[] {
  const counts = new Map([...rights].map(([judge, list]) => [judge, countColumns(questions, list, columns)]));
  const right = (judge: JudgeName, title: string): number | null => counts.get(judge)?.get(title)?.right ?? null;
  const totals = countColumns(questions, questions.map(() => true), columns);
  return [...totals].map(([title, { total }]) => {
    const labels = columns.find((column) => column.title === title)?.labels;
    const own = turns?.filter(({ label }) => labels === undefined || labels.includes(label));
    return {
      title,
      questions: total,
      right: { neural: right('neural', title), rules: right('rules', title), nesys: right('nesys', title) },
      flips: own === undefined ? null : countFlips(own),
    };
  });
}
