/** Words that several RuleTrek files share: domains, tasks, edge types, value types, states of a trial. */
import { z } from 'zod';

export const DOMAINS = ['tax', 'cybersecurity', 'software-policy', 'procurement', 'postgresql', 'game-rules'] as const;
export const Domain = z.enum(DOMAINS);
export type Domain = z.infer<typeof Domain>;

/** Rule identification, rule-driven solving with the graph given, and both from the documents alone. */
export const TASKS = ['RI', 'RD', 'E2E'] as const;
export const Task = z.enum(TASKS);
export type Task = z.infer<typeof Task>;

/** `from` comes first: what it emits, the rule `to` reads. */
export const EDGE_TYPES = ['dependency', 'eligibility', 'aggregation', 'exception', 'override', 'precedence', 'temporal'] as const;
export const EdgeType = z.enum(EDGE_TYPES);
export type EdgeType = z.infer<typeof EdgeType>;

/** How values are written in JSON: money "1234.50", decimal "0.038", integer 3, date "2025-04-15", time "2025-04-15T09:30:00Z" (UTC), enum and text as strings. */
export const VALUE_TYPES = ['money', 'integer', 'decimal', 'date', 'time', 'enum', 'boolean', 'text', 'list', 'set'] as const;
export const ValueType = z.enum(VALUE_TYPES);
export type ValueType = z.infer<typeof ValueType>;

/** What became of a trial. A trial that is not `ok` keeps its place in the denominator and scores 0; the last two are the harness's own faults, to be run again. */
export const STATUSES = ['ok', 'no_answer', 'bad_json', 'step_limit', 'time_limit', 'agent_error', 'infra_error', 'sandbox_error'] as const;
export const Status = z.enum(STATUSES);
export type Status = z.infer<typeof Status>;

export const Scalar = z.union([z.string(), z.number(), z.boolean()]);
export type Scalar = z.infer<typeof Scalar>;
export const JsonValue = z.union([Scalar, z.array(Scalar)]);
export type JsonValue = z.infer<typeof JsonValue>;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
export const InstanceId = z.string().regex(/^[a-z][a-z0-9-]*-\d{3}$/);
/** The version of every format in this folder. */
export const FORMAT_VERSION = 1;
export const FormatVersion = z.literal(FORMAT_VERSION);
