/** The embeddings of a rule repository in files, kept beside its rules. */
import { join } from 'node:path';
import { cachedEmbeddings } from './cache.ts';
import type { Encoder } from './encoder.ts';

/** What is needed of a repository: where it is, and its texts by id. */
export interface RuleTexts<Representation extends string> {
  readonly folder: string;
  readonly length: number;
  text(id: number, representation: Representation): string;
}

/**
 * Embeddings of all rules by id, row-major [n, P].
 * @throws UserError for a damaged file and for a rule that cannot be encoded
 */
export async function ruleEmbeddings<Representation extends string>(
  encoder: Encoder,
  rules: RuleTexts<Representation>,
  representation: Representation,
): Promise<Float32Array> {
  const texts = Array.from({ length: rules.length }, (_, id) => rules.text(id, representation));
  return cachedEmbeddings(encoder, texts, embeddingsPath(encoder, rules, representation));
}

/** `rules-original/embeddings/hashed-1024-NL.arrow` */
export function embeddingsPath(encoder: Encoder, rules: { readonly folder: string }, representation: string): string {
  return join(rules.folder, 'embeddings', `${encoder.name}-${representation}.arrow`);
}
