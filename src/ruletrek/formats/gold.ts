/** The files below `gold/`, which no agent sees, and `graph.json`, which RD hands out (paper, rule graph Γ = (V, E)). */
import { z } from 'zod';
import { EdgeType, FormatVersion, JsonValue, Scalar, Sha256, ValueType } from './vocabulary.ts';

/** A rule of the graph: where it stands, for whom and when it holds, what it says. */
export const GraphNode = z.strictObject({
  id: z.string(),
  /** Path below `rules/`. */
  path: z.string(),
  /** The span of the rule in that file, in the grammar of locator.ts. */
  locator: z.string(),
  /** The heading or key that opens the span. */
  anchor: z.string(),
  /** Hash of the span's text. */
  sha256: Sha256,
  scope: z.string(),
  version: z.string(),
  condition: z.string(),
  consequence: z.string(),
  /** The span itself, so that RD needs no documents. */
  text: z.string(),
});
export type GraphNode = z.infer<typeof GraphNode>;

export const GraphEdge = z.strictObject({ from: z.string(), to: z.string(), type: EdgeType });
export type GraphEdge = z.infer<typeof GraphEdge>;

/** `graph.json` and `gold/graph.json`: the rules that must be applied, and what each passes on. */
export const GraphFile = z.strictObject({
  format: FormatVersion,
  nodes: z.array(GraphNode).min(1),
  edges: z.array(GraphEdge),
  /** Edges on the longest path. */
  depth: z.int().nonnegative(),
});
export type GraphFile = z.infer<typeof GraphFile>;

export const GoldAnswer = z.strictObject({ format: FormatVersion, fields: z.record(z.string(), JsonValue) });
export type GoldAnswer = z.infer<typeof GoldAnswer>;

/** One value that a rule emits, in an order in which every rule follows those it reads. */
export const TraceStep = z.strictObject({
  rule: z.string(),
  name: z.string(),
  type: ValueType,
  value: JsonValue,
  /** Names of values and ids of facts that the rule read. */
  reads: z.array(z.string()),
});
export type TraceStep = z.infer<typeof TraceStep>;
export const GoldTrace = z.strictObject({ format: FormatVersion, steps: z.array(TraceStep) });
export type GoldTrace = z.infer<typeof GoldTrace>;

/** One fact that the answer needs; any of its locators names it. */
export const EvidenceFact = z.strictObject({
  id: z.string(),
  /** Path below the workspace. */
  file: z.string(),
  locators: z.array(z.string()).min(1),
  type: ValueType,
  value: Scalar,
});
export type EvidenceFact = z.infer<typeof EvidenceFact>;
export const GoldEvidence = z.strictObject({ format: FormatVersion, facts: z.array(EvidenceFact) });
export type GoldEvidence = z.infer<typeof GoldEvidence>;

/** S_t, kept for every t: a series of growing complexity with the same entities. */
export const Stage = z.strictObject({
  step: z.int().nonnegative(),
  added: z.string(),
  nodes: z.array(z.string()),
  edges: z.array(GraphEdge),
  depth: z.int().nonnegative(),
  facts: z.record(z.string(), Scalar),
  answer: z.record(z.string(), JsonValue),
});
export type Stage = z.infer<typeof Stage>;
export const GoldStages = z.strictObject({ format: FormatVersion, stages: z.array(Stage).min(1) });
export type GoldStages = z.infer<typeof GoldStages>;

export const CHECKS = ['V0', 'V1', 'V2', 'V3', 'V4', 'V5', 'V6'] as const;
export const CheckResult = z.strictObject({
  check: z.enum(CHECKS),
  passed: z.boolean(),
  /** Single statements that were tried, and those that failed in words. */
  tried: z.int().nonnegative(),
  failures: z.array(z.string()),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** `gold/verify.json`: the checks of the accepted draft, and what the drafts before it failed. */
export const GoldVerify = z.strictObject({
  format: FormatVersion,
  checks: z.array(CheckResult),
  /** Registered mutants that leave the answer as it is: listed, never hidden. */
  survivors: z.array(z.string()),
  mutants: z.int().nonnegative(),
  /** Rounds of generate → verify → revise (paper, Table 7); the last one passed. */
  rounds: z.int().positive(),
});
export type GoldVerify = z.infer<typeof GoldVerify>;
