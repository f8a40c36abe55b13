/** What a model is asked for: an introduction in other words, and facts that make a rule bind. */
import type { ChatMessage } from '../../endpoint/chat.ts';
import type { Facts } from '../core/facts.ts';
import type { RuleSource } from '../core/rule.ts';
import type { Pack } from '../packs/pack.ts';
import { recordsOf } from './file.ts';

/** @param variant number of the proposal, so that several are asked for */
export function introductionPrompt({ introduction }: Pack, variant: number): ChatMessage[] {
  const content = [
    `Say the following in other words (variant ${variant}). Keep the lines: each line of yours says what its line says, with the same numbers, the same terms in backticks, and nothing left out or added. Reply with the lines alone.`,
    '',
    introduction,
  ].join('\n');
  return [{ role: 'user', content }];
}

/** @param example facts by which the rule binds, as the program draws them */
export function subScenarioPrompt({ set, asOf }: Pack, source: RuleSource, example: Facts, variant: number): ChatMessage[] {
  const kinds = [...new Set(example.map(({ kind }) => kind))].filter((kind) => set.types[kind] !== undefined);
  const fields = kinds.map((kind) => `${kind}: ${Object.entries(set.types[kind]!).map(([name, type]) => `${name} (${type})`).join(', ')}`);
  const content = [
    `Invent a realistic case to which this rule applies on ${asOf} (variant ${variant}).`,
    `Rule (${source.scope}): if ${source.condition}, then ${source.consequence}.`,
    'Records may have these fields:', ...fields,
    'A case as an example:', JSON.stringify(recordsOf(example)),
    'Reply with a JSON list of records in the same form alone, with values of your own.',
  ].join('\n');
  return [{ role: 'user', content }];
}
