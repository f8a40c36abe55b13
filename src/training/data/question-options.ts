/** How training questions are worded, from the configuration. */
import type { Questions } from '../../config/sections.ts';
import { DEFAULT_QUESTION_OPTIONS, type QuestionOptions } from '../../ruleworld/question.ts';

export function questionOptions({ stepGranularity, explanation, paraphrase }: Questions): Partial<QuestionOptions> {
  return { stepGranularity, explanation, paraphrase: paraphrase ? DEFAULT_QUESTION_OPTIONS.paraphrase : 0 };
}
