/** Rules embedded a second by all-MiniLM-L6-v2, beside sentence-transformers. */
import { bringModel } from '../pipelines/models.ts';
import { tf } from '../src/backend/tf.ts';
import { createEncoder } from '../src/encoder/create.ts';
import { ruleText } from '../src/ruleworld/rule-text.ts';
import { generateWorld } from '../src/ruleworld/world.ts';
import { scaledCounts, SUBSET_WORLD } from '../src/ruleworld/world-config.ts';
import { againstPython, THREADS, timed, type Measured, type Print } from './work.ts';
import { rate } from './work-result.ts';

/** Of a generated repository, half of them in each representation. */
const RULES = 512;
const ROUNDS = 5;

export async function embedding(print: Print): Promise<Measured[]> {
  const folder = await bringModel('minilm', print);
  const texts = ruleTexts();
  tf.engine().startScope();
  const encoder = createEncoder({ kind: 'minilm', folder });
  const sides = { work: { model: folder, texts, threads: THREADS }, ours: timed(() => encoder.encode(texts)), steps: 1, rounds: ROUNDS };
  const comparison = await againstPython(print, ['sentence_transformers'], 'embed.py', sides);
  tf.engine().endScope();
  return [{ result: rate('minilm-embed', comparison, texts.length, 'rules/s'), limit: { atLeast: 0.8 } }];
}

function ruleTexts(): string[] {
  const { rules } = generateWorld({ ...SUBSET_WORLD, counts: scaledCounts(RULES) }, 'bench|rules');
  return rules.slice(0, RULES).map((rule, index) => ruleText(rule)[index % 2 === 0 ? 'FOL' : 'NL']);
}
