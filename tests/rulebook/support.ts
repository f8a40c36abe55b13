/** An answerer of a random base, its rules in a file of their own, and a model whose answers are short. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tf } from '../../src/backend/tf.ts';
import { SEARCH_PARAMETER } from '../../src/dynarule/adapters.ts';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { ruleText } from '../../src/ruleworld/rule-text.ts';
import { TINY_RULES } from '../ruleworld/tiny-world.ts';
import { keepForFile } from '../setup/tensors.ts';
import { firstAdapters, tinySetup } from '../training/dynarule/tiny-setup.ts';

/** Weights are random: what it answers depends on question and rules, and means nothing. Call it in `beforeAll`. */
export function randomAnswerer(): Answerer {
  const { model, encoder, format } = tinySetup();
  const first = firstAdapters({ model, encoder, format } as Parameters<typeof firstAdapters>[0], 2);
  // A large row: <search> is the likeliest token wherever its logit is above zero.
  const adapters = { ...first, [SEARCH_PARAMETER]: tf.mul(first[SEARCH_PARAMETER]!, 20) };
  tf.dispose(first[SEARCH_PARAMETER]!);
  keepForFile([model.weights, adapters]);
  const attention = { topK: 4, selection: 'confidence', confidenceLayer: 1, keyNorm: 'none', priorWeight: 1, ruleOffset: 0.7 } as const;
  const { retrieval, stepQuery } = format;
  return { dynarule: { model, adapters, attention, retrieval, stepQuery }, format, encoder, answers: 'free', refusal: null };
}

/** A new file with RuleWorld's twelve small rules, ids 1 to 12. */
export function rulesFile(lines: readonly string[] = TINY_RULES.map((rule) => JSON.stringify({ text: ruleText(rule).NL }))): string {
  const path = join(mkdtempSync(join(tmpdir(), 'rulebook-')), 'rules.jsonl');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
