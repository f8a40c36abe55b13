/**
 * PrOntoQA as rules and questions: the rules of all theories are one repository, and
 * a question's gold steps are the rules of its chain. Theories, not questions, are
 * split, so that nothing of a test question's chain was trained on: of test and
 * validation theories there is the published question, of training theories every
 * chain that is no longer than the longest published one.
 */
import { randomStream } from '../random.ts';
import type { RuleTextRow } from '../ruleworld/dataset/schema.ts';
import type { SplitName } from '../ruleworld/generate/config.ts';
import type { Question, QuestionSubtask, Step } from '../ruleworld/types.ts';
import { chainsOf } from './chains.ts';
import { drawNames } from './names.ts';
import { conclusionPhrase, questionTexts, ruleTexts, stepTexts, type TheoryNames } from './prontoqa-text.ts';
import type { Chain, ClassRule, Theory } from './theory.ts';

/** Theories of the splits that are not trained on. */
export interface TheorySplits {
  readonly validation: number;
  readonly test: number;
}

export interface OutsideData {
  /** By id. */
  readonly rules: readonly RuleTextRow[];
  readonly questions: Readonly<Record<SplitName, readonly Question[]>>;
}

export function prontoQaData(theories: readonly Theory[], splits: TheorySplits, seed: string): OutsideData {
  const names = drawNames(theories, seed);
  const longest = Math.max(...theories.map(({ published }) => published.rules.length));
  const rules: RuleTextRow[] = [];
  const questions: Record<SplitName, Question[]> = { train: [], validation: [], test: [] };
  const splitOf = drawSplits(theories, splits, seed);
  for (const theory of theories) {
    const own: TheoryNames = { classOf: (name) => names.classOf(theory.id, name), propertyOf: names.propertyOf };
    const pooled: PooledTheory = { theory, firstRule: rules.length, names: own };
    rules.push(...theory.rules.map((rule, at) => ({ id: pooled.firstRule + at, texts: ruleTexts(rule, own) })));
    const split = splitOf(theory);
    const chains = split === 'train' ? chainsOf(theory, longest) : [theory.published];
    questions[split].push(...chains.map((chain, at) => questionOf(pooled, chain, `${split}/${theory.id}/${at}`)));
  }
  return { rules, questions };
}

interface PooledTheory {
  readonly theory: Theory;
  /** Id of its first rule in the pool. */
  readonly firstRule: number;
  readonly names: TheoryNames;
}

function drawSplits(theories: readonly Theory[], { validation, test }: TheorySplits, seed: string): (theory: Theory) => SplitName {
  const order = randomStream(`${seed}|splits`).shuffle(theories.map(({ id }) => id));
  const place = new Map(order.map((id, at) => [id, at]));
  return ({ id }) => {
    const at = place.get(id) as number;
    if (at < test) return 'test';
    return at < test + validation ? 'validation' : 'train';
  };
}

function questionOf({ theory, firstRule, names }: PooledTheory, chain: Chain, id: string): Question {
  const applied = chain.rules.map((at) => theory.rules[at] as ClassRule);
  const last = applied.at(-1)?.conclusion;
  if (last?.kind !== 'property') throw new Error(`${id}: a chain ends in a property`);
  const steps = applied.map((rule, step): Step => ({
    explanation: stepTexts(rule, names),
    gold: [firstRule + (chain.rules[step] as number)],
  }));
  return {
    id: `original/${id}`,
    subtask: steps.length === 1 ? 'single-rule' : (`multi-hop-${steps.length}` as QuestionSubtask),
    question: questionTexts(chain.start, last.name, names),
    steps,
    answer: conclusionPhrase(last, names),
  };
}
