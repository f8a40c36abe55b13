/** All questions of a training: from templates, and from an endpoint where one is given. */
import type { ExperimentConfig } from '../../config/experiment.ts';
import type { ChatClient } from '../../endpoint/client.ts';
import { comparable, type OwnRule } from '../rule.ts';
import { endpointQuestions } from './from-endpoint.ts';
import { templateQuestions } from './from-templates.ts';
import type { OwnQuestion } from './own-question.ts';

/**
 * @param client asked for further questions; null: templates alone
 * @throws UserError as the client does
 */
export async function makeQuestions(rules: readonly OwnRule[], config: ExperimentConfig, client: ChatClient | null): Promise<OwnQuestion[]> {
  const { trainQuestions, validationQuestions, testQuestions } = config.ownRules;
  const counts = { train: trainQuestions, validation: validationQuestions, test: testQuestions };
  const templates = templateQuestions(rules, counts, `${config.seed}|own questions`);
  if (client === null) return templates;
  const asked = await endpointQuestions(withOwnPremise(rules), client, config.evaluation.endpoint?.temperature ?? 0);
  const known = new Set(templates.map(({ text }) => comparable(text)));
  return [...templates, ...asked.filter(({ text }) => !known.has(comparable(text)))];
}

function withOwnPremise(rules: readonly OwnRule[]): OwnRule[] {
  const counts = new Map<string, number>();
  for (const { premise } of rules) counts.set(comparable(premise), (counts.get(comparable(premise)) ?? 0) + 1);
  return rules.filter(({ premise }) => counts.get(comparable(premise)) === 1);
}
