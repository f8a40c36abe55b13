/** A question before its text is merged: its sub-questions as structure and as text. */
import { drawMergeLayout, mergeByTemplate, type MergeLayout } from './merge.ts';
import type { QuestionIndex } from './question-index.ts';
import { drawPart, type QuestionPart } from './question-part.ts';
import type { Random } from '../random.ts';
import { CHAINS, PAIRS, partSizes, singleSkeleton, SUBTASK_PLANS, type RelationWeights, type Skeleton } from './skeletons.ts';
import { renderLogic } from './templates/logic.ts';
import { renderNaturalLanguage } from './templates/natural-language.ts';
import { speak } from './templates/speech.ts';
import type { RenderedPart } from './templates/template.ts';
import { RELATIONS, type Relation, type Representation, type Subtask, type Texts } from './types.ts';

export interface QuestionDraft {
  readonly parts: readonly QuestionPart[];
  /** The text of each part. */
  readonly rendered: Readonly<Record<Representation, readonly RenderedPart[]>>;
  readonly layout: MergeLayout;
}

export interface DraftOptions {
  readonly paraphrase: number;
  readonly relationWeights: RelationWeights;
}

/** Draws for one part before the whole question is given up. */
const PART_DRAWS = 4;

/** Draws sub-questions and their text; null where the draw is invalid. */
export function drawDraft(
  index: QuestionIndex,
  subtask: Subtask,
  random: Random,
  { paraphrase, relationWeights }: DraftOptions,
): QuestionDraft | null {
  const parts = drawParts(index, subtask, random, relationWeights);
  if (parts === null) return null;
  const layout = parts.length === 1 ? 'in-turn' : drawMergeLayout(random);
  const separable = layout === 'facts-first';
  const NL = parts.map((part) => renderNaturalLanguage(speak(part, paraphrase, random), separable, random));
  const FOL = parts.map((part) => renderLogic(speak(part, paraphrase, random), paraphrase, separable, random));
  return { parts, rendered: { FOL, NL }, layout };
}

/** The text of a draft, merged by its template. */
export function draftTexts({ rendered, layout }: QuestionDraft): Texts {
  return {
    FOL: mergeByTemplate({ representation: 'FOL', parts: rendered.FOL }, layout),
    NL: mergeByTemplate({ representation: 'NL', parts: rendered.NL }, layout),
  };
}

/** Names of the templates, one for each part. */
export function draftTemplates({ rendered, layout }: QuestionDraft): string[] {
  return rendered.NL.map((part, at) => `${layout} NL:${part.template} FOL:${rendered.FOL[at]?.template ?? ''}`);
}

function drawParts(
  index: QuestionIndex,
  subtask: Subtask,
  random: Random,
  weights: RelationWeights,
): QuestionPart[] | null {
  const skeletons = drawSkeletons(subtask, random, weights);
  const parts: QuestionPart[] = [];
  let letters = 0;
  for (const skeleton of skeletons) {
    const part = drawValidPart(index, skeleton, letters, random);
    if (part === null) return null;
    letters += part.letters;
    parts.push(part);
  }
  return independent(parts) ? parts : null;
}

/** A part that is invalid is drawn again by itself, so that long questions are not rarer for it. */
function drawValidPart(
  index: QuestionIndex,
  skeleton: Skeleton,
  firstLetter: number,
  random: Random,
): QuestionPart | null {
  for (let draw = 0; draw < PART_DRAWS; draw += 1) {
    const part = drawPart(index, skeleton, firstLetter, random);
    if (part !== null) return part;
  }
  return null;
}

function drawSkeletons(subtask: Subtask, random: Random, weights: RelationWeights): Skeleton[] {
  const plan = SUBTASK_PLANS[subtask];
  switch (plan.kind) {
    case 'single':
      return [singleSkeleton(drawRelation(random, weights))];
    case 'pair':
      return [random.pick(PAIRS)];
    case 'chain':
      return [random.pick(CHAINS[plan.hops])];
    case 'merge': {
      const sizes = random.shuffle(random.pick(partSizes(plan.rules)));
      return sizes.map((size) => (size === 2 ? random.pick(PAIRS) : singleSkeleton(drawRelation(random, weights))));
    }
  }
}

function drawRelation(random: Random, weights: RelationWeights): Relation {
  let rest = random.next() * RELATIONS.reduce((sum, relation) => sum + weights[relation], 0);
  for (const relation of RELATIONS) {
    rest -= weights[relation];
    if (rest < 0) return relation;
  }
  throw new RangeError('relation weights need a positive sum');
}

/** No rule twice, and no action twice, whose effects in one part could be read into the other. */
function independent(parts: readonly QuestionPart[]): boolean {
  const rules = parts.flatMap((part) => part.proof.map((rule) => rule.id));
  const actions = parts.flatMap((part) => part.problem.facts.flatMap((fact) => (fact.kind === 'action' ? [fact.action] : [])));
  return new Set(rules).size === rules.length && new Set(actions).size === actions.length;
}
