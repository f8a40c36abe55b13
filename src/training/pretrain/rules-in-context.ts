/**
 * The text of pretraining: a question, its gold rules among distractors in the
 * prompt (or no rules at all), and the answer without `<search>`.
 */
import type { PretrainConfig } from '../../config/pretrain.ts';
import type { Tokenizer } from '../../lm/tokenizer.ts';
import { completionText, promptText, STEP_MARK } from '../../ruleworld/prompt.ts';
import { drawQuestion } from '../../ruleworld/question.ts';
import type { Random } from '../../random.ts';
import { ruleText } from '../../ruleworld/rule-text.ts';
import { SUBTASKS, type Question, type Rule } from '../../ruleworld/types.ts';
import { questionOptions } from '../data/question-options.ts';
import { drawRepresentation, drawSubtask } from '../data/subtask-mix.ts';
import type { TokenSequence } from '../../lm/pack.ts';
import type { SimilarRule } from '../data/similar-rules.ts';

/** What an example is drawn from. */
export interface TextSource {
  readonly rules: readonly Rule[];
  readonly similar: SimilarRule;
}

/** Prompt and answer as text. */
export interface TextExample {
  readonly prompt: string;
  readonly answer: string;
}

/**
 * Draws an example; null where the drawn question is invalid.
 *
 * @param distractors most distractors of an example; how many it has is drawn evenly
 */
export function drawTextExample(
  source: TextSource,
  config: PretrainConfig,
  distractors: number,
  random: Random,
): TextExample | null {
  const question = drawQuestion(source, drawSubtask(config.mix, SUBTASKS, random), random, questionOptions(config.questions));
  if (question === null) return null;
  const representation = drawRepresentation(config.representations, random);
  const shown = random.chance(config.withoutRules) ? [] : drawContext(question, source, distractors, random);
  const rules = shown.map((rule) => ruleText(rule)[representation]);
  const answer = completionText(question, representation);
  const repeated = rules.length === 0 && random.chance(config.repeatedMarks);
  return {
    prompt: promptText(question.question[representation], rules),
    answer: repeated ? answer.replaceAll(` ${STEP_MARK}`, `${config.searchMark ?? ` ${STEP_MARK}`} ${STEP_MARK}`) : answer,
  };
}

/** Gold rules and distractors, shuffled; half of the distractors are like a gold rule. */
function drawContext(question: Question, source: TextSource, distractors: number, random: Random): Rule[] {
  const gold = question.steps.flatMap((step) => step.gold).map((id) => source.rules[id] as Rule);
  const shown = new Map(gold.map((rule) => [rule.id, rule]));
  const wanted = random.integer(0, distractors);
  for (let drawn = 0; drawn < wanted; drawn += 1) {
    const similar = random.chance(0.5) ? source.similar(random.pick(gold), random) : null;
    const rule = similar ?? random.pick(source.rules);
    shown.set(rule.id, rule);
  }
  return random.shuffle([...shown.values()]);
}

/** Token ids with the loss weights of prompt and answer; the end-of-text token is part of the answer. */
export function encodeText(example: TextExample, tokenizer: Tokenizer, eosId: number, promptWeight: number): TokenSequence {
  const prompt = tokenizer.encode(example.prompt);
  const answer = [...tokenizer.encode(example.answer), eosId];
  return {
    ids: [...prompt, ...answer],
    weights: [...prompt.map(() => promptWeight), ...answer.map(() => 1)],
  };
}
