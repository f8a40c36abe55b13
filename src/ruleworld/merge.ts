/** Several sub-questions made into one question (paper, Appendix A: parallel multi-rule questions). */
import type { Random } from '../random.ts';
import type { RenderedPart } from './templates/template.ts';
import type { Representation } from './types.ts';

/** How a template joins parts; drawn before the parts are written, since `facts-first` needs separable ones. */
export const MERGE_LAYOUTS = ['in-turn', 'also', 'facts-first'] as const;
export type MergeLayout = (typeof MERGE_LAYOUTS)[number];

export function drawMergeLayout(random: Random): MergeLayout {
  return random.pick(MERGE_LAYOUTS);
}

/** What stands between parts. */
const JOINERS: Readonly<Record<Representation, Readonly<Record<MergeLayout, string>>>> = {
  FOL: { 'in-turn': ' . ', also: ' ; ', 'facts-first': ' , ' },
  NL: { 'in-turn': ' ', also: ' Also: ', 'facts-first': ' ' },
};

/** Joins parts by a template. */
export function mergeByTemplate(
  { representation, parts }: { readonly representation: Representation; readonly parts: readonly RenderedPart[] },
  layout: MergeLayout,
): string {
  const joiner = JOINERS[representation][layout];
  if (layout !== 'facts-first') return parts.map(partText).join(joiner);
  const facts = parts.map((part) => part.facts).join(' ');
  return `${facts} ${parts.map((part) => part.ask).join(joiner)}`;
}

/** One part alone. */
export function partText(part: RenderedPart): string {
  return part.facts === '' ? part.ask : `${part.facts} ${part.ask}`;
}
