/** What the main thread and the thread with Python say to each other. */
import type { RuleInfo } from '../source.ts';

export type ToPython =
  | {
      readonly kind: 'load';
      /** Text of a rule file. */
      readonly source: string;
      /** `[[state, action, choices], …]` as JSON. */
      readonly questions: string;
      /** First position of each question's choices in `scores`, and their number after the last. */
      readonly offsets: readonly number[];
      readonly memory: SharedMemory;
    }
  | { readonly kind: 'run'; readonly rule: string; /** First question. */ readonly from: number };

export type FromPython =
  /** Python has started. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'loaded'; readonly rules: readonly RuleInfo[]; readonly faults: readonly { readonly rule: string; readonly reason: string }[] }
  | { readonly kind: 'fault'; readonly question: number; readonly reason: string }
  | { readonly kind: 'done' }
  /** Python itself broke down; the thread is of no more use. */
  | { readonly kind: 'broken'; readonly reason: string };

/** Survives a thread that is stopped, so that nothing scored before is lost. */
export interface SharedMemory {
  /** Scores of one rule, the choices of all questions one after another. */
  readonly scores: Float64Array;
  /** `[pieces of work begun, question being scored]`. */
  readonly position: Int32Array;
}

export const BEATS = 0;
export const QUESTION = 1;
