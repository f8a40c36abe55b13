/** Trials of runs as the page shows them. A file of types alone: the browser's scripts are checked against it, without Node's. */

/** One event: seconds, who or what, and in how many words. */
export type ShownEvent = readonly [at: number, kind: string, title: string, text: string];

/** One trial; `page/trials.js` reads it. */
export interface ShownTrial {
  readonly run: string;
  readonly instance: string;
  readonly domain: string;
  readonly task: string;
  readonly trial: number;
  readonly status: string;
  readonly score: number | null;
  readonly rules: number;
  readonly steps: number;
  /** Files that were read by a tool for it, in order, each once. */
  readonly read: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly ShownEvent[];
  readonly answer: string;
  /** What was missed: cause and detail. */
  readonly missed: readonly (readonly [string, string])[];
}
