/** The tokenizer of the embedded base, trained on text like the one it will read; and the marks of steps in any tokenizer. */
import type { PretrainConfig } from '../../config/pretrain.ts';
import { trainTokenizer } from '../../lm/tokenizer-train.ts';
import { tokenizerFromJson, type Tokenizer } from '../../lm/tokenizer.ts';
import { STEP_MARK } from '../../ruleworld/prompt.ts';
import { randomStream } from '../../random.ts';
import { similarRules } from '../data/similar-rules.ts';
import type { TrainingWorld } from '../data/world-stream.ts';
import type { StepMarks } from './planning.ts';
import { drawTextExample } from './rules-in-context.ts';

export const PAD_TOKEN = '<pad>';
export const EOS_TOKEN = '<eos>';
// A special token takes the space before it only where it is spelt with one.
const STEP_TEXT = ` ${STEP_MARK}`;
const BOX_TEXT = ' \\boxed{';
/** Between premise and conclusion of a step in English and in logic. */
const DIVIDERS = [' so', ' ⇒'];
/** Examples that the vocabulary is counted over. */
const SAMPLE = 20_000;

/**
 * Where the steps of an answer begin, divide and end, as ids of a tokenizer.
 *
 * @param searchMark what stands for `<search>`; see `PretrainConfig`
 */
export function stepMarks(tokenizer: Tokenizer, eosId: number, searchMark: string | null): StepMarks {
  const openings = searchMark === null ? [STEP_TEXT] : [STEP_TEXT, searchMark];
  return {
    openings: openings.map((text) => tokenizer.encode(text)),
    dividers: DIVIDERS.map((text) => tokenizer.encode(text)),
    endIds: [tokenizer.encode(BOX_TEXT)[0]!, eosId, ...tokensWith(tokenizer, ':')],
  };
}

function tokensWith(tokenizer: Tokenizer, character: string): number[] {
  return Array.from({ length: tokenizer.vocabSize }, (_, id) => id).filter((id) => tokenizer.decode([id]).includes(character));
}

/** Special tokens come first, so their ids are 0, 1, … */
export function pretrainTokenizer(config: PretrainConfig, world: TrainingWorld): Tokenizer {
  const random = randomStream(`${config.seed}|tokenizer`);
  const source = { rules: world.rules, similar: similarRules(world.rules) };
  const texts = function* (): Generator<string> {
    for (let drawn = 0; drawn < SAMPLE; drawn += 1) {
      const example = drawTextExample(source, config, 2, random);
      if (example !== null) yield example.prompt + example.answer;
    }
  };
  const specialTokens = [PAD_TOKEN, EOS_TOKEN, STEP_TEXT, BOX_TEXT];
  return tokenizerFromJson(trainTokenizer(texts(), { vocabSize: config.model.vocabSize, specialTokens }));
}
