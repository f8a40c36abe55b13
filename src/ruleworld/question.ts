/**
 * Draws questions of every sub-task (paper, Appendix A and Table 6): structure
 * first, then its text in both representations, then its steps.
 */
import { explain, type ExplanationStyle } from './explanation.ts';
import { draftTemplates, draftTexts, drawDraft, type QuestionDraft } from './question-draft.ts';
import { questionIndex } from './question-index.ts';
import { answerOf, type QuestionPart } from './question-part.ts';
import { randomStream, type Random } from '../random.ts';
import { DEFAULT_RELATION_WEIGHTS, type RelationWeights } from './skeletons.ts';
import type { Rule, Step, Subtask, WorldQuestion } from './types.ts';

/** What a step of an answer covers: one rule application, or both rules of a pair. */
export const STEP_GRANULARITIES = ['rule', 'question'] as const;
export type StepGranularity = (typeof STEP_GRANULARITIES)[number];

export interface QuestionOptions {
  readonly stepGranularity: StepGranularity;
  readonly explanation: ExplanationStyle;
  /** Probability that a word is replaced by its synonym and, in logic, that a predicate is inflected. */
  readonly paraphrase: number;
  /** How often each relation stands alone in a single-rule (sub-)question. */
  readonly relationWeights: RelationWeights;
}

export const DEFAULT_QUESTION_OPTIONS: QuestionOptions = {
  stepGranularity: 'rule',
  explanation: 'name-first',
  paraphrase: 0.5,
  relationWeights: DEFAULT_RELATION_WEIGHTS,
};

/** Rules to draw from: a world. The index over them is built once for each list. */
export interface RuleSource {
  readonly rules: readonly Rule[];
}

/** Invalid draws in a row before a world is called unfit for a sub-task. */
const MAX_DRAWS = 1000;

/**
 * Draws one question.
 *
 * @param seed name of the stream, for id and provenance; '' where the question is not kept.
 * @returns null where the draw is invalid (a count below zero, more than one answer): draw again.
 */
export function drawQuestion(
  world: RuleSource,
  subtask: Subtask,
  random: Random,
  options: Partial<QuestionOptions> = {},
  seed = '',
): WorldQuestion | null {
  const chosen = { ...DEFAULT_QUESTION_OPTIONS, ...options };
  const draft = drawDraft(questionIndex(world.rules), subtask, random, chosen);
  return draft === null ? null : finished(draft, subtask, seed, chosen);
}

/**
 * The question that belongs to a seed: draws from the stream of that name until one is valid.
 *
 * @throws Error where the world has no valid question of this sub-task.
 */
export function questionOfSeed(
  world: RuleSource,
  subtask: Subtask,
  seed: string,
  options: Partial<QuestionOptions> = {},
): WorldQuestion {
  const random = randomStream(seed);
  for (let draw = 0; draw < MAX_DRAWS; draw += 1) {
    const question = drawQuestion(world, subtask, random, options, seed);
    if (question !== null) return question;
  }
  throw new Error(`no valid ${subtask} question in ${MAX_DRAWS} draws from a world of ${world.rules.length} rules`);
}

function finished(draft: QuestionDraft, subtask: Subtask, seed: string, options: QuestionOptions): WorldQuestion {
  const { parts } = draft;
  return {
    id: `${subtask}/${seed}`,
    subtask,
    question: draftTexts(draft),
    steps: parts.flatMap((part) => stepsOf(part, options)),
    answer: parts.map(answerOf).join(', '),
    problem: { parts: parts.map((part) => part.problem) },
    provenance: {
      skeleton: parts.map((part) => part.skeleton.name).join('|'),
      templates: draftTemplates(draft),
      seed,
    },
  };
}

function stepsOf(part: QuestionPart, options: QuestionOptions): Step[] {
  const steps = part.outcomes.map((outcome) => ({
    explanation: explain(outcome, options.explanation),
    gold: [outcome.rule.id],
  }));
  return options.stepGranularity === 'question' && part.skeleton.kind === 'pair' ? [joinSteps(steps)] : steps;
}

function joinSteps(steps: readonly Step[]): Step {
  return {
    explanation: {
      NL: steps.map((step) => step.explanation.NL).join('; '),
      FOL: steps.map((step) => step.explanation.FOL).join('; '),
    },
    gold: steps.flatMap((step) => step.gold),
  };
}
