/** Opens one of a dataset's two repositories for evaluation: its rule texts and its questions. */
import { join } from 'node:path';
import type { Split } from '../config/evaluation.ts';
import type { Repository } from '../config/sections.ts';
import { questionsFolder, rulesFolder } from '../ruleworld/dataset/folders.ts';
import { readQuestions } from '../ruleworld/dataset/questions.ts';
import { readRules, type RuleRepository } from '../ruleworld/dataset/rules.ts';
import type { Texts } from '../ruleworld/types.ts';
import type { QuestionSource } from './pools.ts';

/** A repository as the evaluation needs it. */
export interface TestData {
  readonly name: Repository;
  readonly rules: RuleRepository;
  /** By rule id. */
  readonly ruleTexts: readonly Texts[];
  readonly questions: QuestionSource;
}

/** @throws UserError for missing or damaged files of the dataset */
export function openTestData(folder: string, name: Repository, split: Split): TestData {
  const rules = readRules(join(folder, rulesFolder(name)));
  const texts = (id: number): Texts => ({ FOL: rules.text(id, 'FOL'), NL: rules.text(id, 'NL') });
  return {
    name,
    rules,
    ruleTexts: Array.from({ length: rules.length }, (_, id) => texts(id)),
    questions: readQuestions(join(folder, questionsFolder(name)), split),
  };
}
