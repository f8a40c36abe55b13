/**
 * Rule induction (NeSyS, phase 1): what the world model gets wrong is clustered, and for
 * each cluster a proposer writes a rule, which stays if dev accuracy rises with it.
 */
import type { Encoder } from '../../encoder/encoder.ts';
import { randomStream } from '../../random.ts';
import type { ClusterSettings } from '../clustering/cluster-texts.ts';
import { errorClusters, type ErrorCluster } from '../clustering/error-clusters.ts';
import { attemptRule, type AttemptSettings, type InductionTools } from './attempt.ts';
import { rightCount, wrongAnswers, type RuleBank } from './bank.ts';
import { clusterPrompt } from './prompt.ts';

export interface InductionSettings extends AttemptSettings {
  /** How often errors are clustered anew. */
  readonly rounds: number;
  /** Clusters of a round that are worked on, at most; the largest first. */
  readonly clusters: number;
  readonly clustering: ClusterSettings;
  readonly seed: string;
}

export interface InductionHooks {
  /** For embeddings; null with term weights alone. */
  readonly encoder: Encoder | null;
  /** Told after each cluster, what came of it. */
  readonly report?: (line: string) => void;
}

/**
 * Ends early after a round without an accepted rule.
 * @throws UserError where the proposer has no reply, or the record is of another induction
 */
export async function induceRules(start: RuleBank, tools: InductionTools, settings: InductionSettings, hooks: InductionHooks): Promise<RuleBank> {
  let bank = start;
  for (let round = 1; round <= settings.rounds; round += 1) {
    const before = bank.rules.length;
    const seed = `${settings.seed}/round ${round}`;
    const clusters = await errorClusters(wrongAnswers(bank.train, settings.scale), settings.clustering, hooks.encoder, seed);
    for (const [index, cluster] of clusters.slice(0, settings.clusters).entries()) {
      bank = await workOn(cluster, `round ${round}, cluster ${index + 1}`, bank, tools, { settings, hooks });
    }
    if (bank.rules.length === before) break;
  }
  return bank;
}

interface Frame {
  readonly settings: InductionSettings;
  readonly hooks: InductionHooks;
}

/** Rules of this round may have mended a cluster already: only what is still wrong is worked on. */
async function workOn(cluster: ErrorCluster, subject: string, bank: RuleBank, tools: InductionTools, { settings, hooks }: Frame): Promise<RuleBank> {
  const wrong = new Map(wrongAnswers(bank.train, settings.scale).map((error) => [error.question.id, error]));
  const errors = cluster.errors.flatMap(({ question }) => wrong.get(question.id) ?? []);
  const tell = (outcome: string): void => hooks.report?.(`${subject} (${errors.length} errors; ${cluster.terms.slice(0, 4).join(' ')}): ${outcome}`);
  if (errors.length === 0) {
    tell('mended already');
    return bank;
  }
  const shown = randomStream(`${settings.seed}/${subject}`).shuffle(errors).slice(0, settings.examples);
  const toBeat = rightCount(bank.dev, settings.scale);
  const better = await attemptRule({ subject, prompt: clusterPrompt(shown, bank.rules), errors, base: bank, toBeat }, tools, settings);
  const total = bank.dev.scored.length;
  tell(better === null ? 'no rule that helps' : `${better.rules.at(-1)!.id}, dev ${toBeat} → ${rightCount(better.dev, settings.scale)} of ${total}`);
  return better ?? bank;
}
