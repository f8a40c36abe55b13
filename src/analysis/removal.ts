/** Right rules removed (paper, Figure 6a): what is still answered where a share of the gold rules is not in the pool. */
import { exactMatch } from '../evaluation/exact-match.ts';
import { evaluationPool } from '../evaluation/pools.ts';
import { methodEntry } from '../methods/registry.ts';
import type { Method, MethodInput } from '../methods/method.ts';
import { randomStream } from '../random.ts';
import { goldRules } from '../ruleworld/gold-rules.ts';
import type { Question, Representation } from '../ruleworld/types.ts';
import { summarise } from '../statistics/spread.ts';
import { keptRows, type Analysis } from './files.ts';
import { analysisHead, askedFingerprint, type OpenAnalysis } from './open.ts';

/** Shares of the gold rules that are taken out. */
export const REMOVED = [0, 0.25, 0.5, 0.75, 1];

type Row = Analysis<'removal'>['rows'][number];

/** Asks every method of the experiment, at its smallest rule count. @throws UserError where a method lacks its weights */
export async function measureRemoval(open: OpenAnalysis): Promise<Analysis<'removal'>> {
  const { config, resources, progress } = open;
  const ruleCount = Math.min(...config.evaluation.ruleCounts);
  const rows: Row[] = [];
  const kept = keptRows('removal', config.name, resources.runs);
  const asked = askedFingerprint(open);
  for (const name of config.evaluation.methods) {
    const entry = methodEntry(name, resources);
    const caveat = entry.caveat?.() ?? null;
    if (caveat !== null) progress(`removal: ${caveat}`);
    const decidedBy = [asked, await entry.fingerprint(), ruleCount];
    const { method, dispose } = await entry.load();
    for (const representation of config.evaluation.representations) {
      for (const removed of REMOVED) {
        const row = async (): Promise<Row> => ({ method: name, representation, removed, exactMatch: await removedScore(open, method, ruleCount, representation, removed) });
        rows.push(await kept.of([...decidedBy, name, representation, removed], row));
        progress(`removal: ${name}, ${representation}, ${removed * 100} % of the gold rules removed`);
      }
    }
    dispose();
  }
  return { ...analysisHead(open), ruleCount, rows };
}

async function removedScore(open: OpenAnalysis, method: Method, ruleCount: number, representation: Representation, removed: number): Promise<Row['exactMatch']> {
  const { questions, resources, seed, config } = open;
  const size = resources.ruleTexts.length;
  const inputs = questions.map((question): MethodInput => ({ question, representation, pool: poolWithout(question, ruleCount, size, seed, removed) }));
  const scores: number[] = [];
  for (let start = 0; start < inputs.length; start += config.evaluation.batchSize) {
    const answers = await method.answer(inputs.slice(start, start + config.evaluation.batchSize));
    scores.push(...answers.map(({ text }, at) => exactMatch(text, inputs[start + at]?.question.answer ?? '')));
  }
  return summarise(scores);
}

/**
 * A question's pool in which others stand in the place of the first so many of its gold
 * rules, in an order of their own: what a larger share removes, a smaller one did too.
 */
export function poolWithout(question: Question, ruleCount: number, repositorySize: number, seed: number, removed: number): number[] {
  const gold = [...goldRules(question)];
  const order = randomStream(`analysis/removal/${question.id}`).shuffle(gold);
  const out = new Set(order.slice(0, Math.round(removed * gold.length)));
  const pool = evaluationPool(question, ruleCount, repositorySize, seed);
  const present = new Set(pool);
  const random = randomStream(`analysis/removal/others/${question.id}`);
  return pool.map((id) => {
    if (!out.has(id)) return id;
    let other = random.integer(0, repositorySize - 1);
    while (present.has(other)) other = random.integer(0, repositorySize - 1);
    present.add(other);
    return other;
  });
}
