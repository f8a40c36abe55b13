/** What the paths of an experiment lead to, as far as training reads it. */
import { join } from 'node:path';
import type { ExperimentConfig } from '../../config/experiment.ts';
import { REPOSITORIES } from '../../config/sections.ts';
import { encoderFolder } from '../../encoder/fingerprint.ts';
import { questionsFolder, rulesFolder } from '../../ruleworld/dataset/folders.ts';
import { arrowContents, modelContents, type Contents } from '../contents.ts';

/** Fingerprints of base, encoder and data; test questions are not among them. */
export function experimentContents({ model, encoder, data }: ExperimentConfig): Contents {
  const folder = encoderFolder(encoder);
  return {
    ...modelContents('model.base', model.base),
    ...(folder === null ? {} : modelContents('encoder', folder)),
    ...arrowContents('data.folder', dataFolders(data.folder)),
  };
}

/** The rules of all repositories, which fresh ones must not hold either, and the questions that are trained on and validated by. */
function dataFolders(data: string): string[] {
  const rules = REPOSITORIES.map((repository) => rulesFolder(repository));
  const questions = ['train', 'validation'].map((split) => join(questionsFolder('original'), split));
  return [...rules, ...questions].map((folder) => join(data, folder));
}
