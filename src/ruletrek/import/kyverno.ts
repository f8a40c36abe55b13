/** Kyverno's policies held against their own test suites: validation by pattern, with the pod templates of controllers. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { fitPattern, type Fit } from './kyverno-pattern.ts';
import { fieldAt, readSuite, type Resource, resourcesOf } from './manifests.ts';

export const KYVERNO_FOLDER = '../shared/ruletrek/policy-kyverno';

const Suite = z.object({
  policies: z.array(z.string()).default([]),
  resources: z.array(z.string()).default([]),
  results: z.array(z.object({ policy: z.string(), rule: z.string().optional(), kind: z.string().optional(), resources: z.array(z.string()).optional(), result: z.string() })).default([]),
});

const Rule = z.looseObject({ name: z.string(), match: z.unknown(), validate: z.looseObject({ pattern: z.unknown().optional(), anyPattern: z.array(z.unknown()).optional() }).optional() });
type Rule = z.infer<typeof Rule>;
const Policy = z.looseObject({ metadata: z.looseObject({ name: z.string() }), spec: z.looseObject({ rules: z.array(Rule) }) });

export interface SuiteResult {
  readonly attempted: number;
  readonly agreed: number;
  readonly policies: number;
  /** Expectations that need more than patterns. */
  readonly leftOut: number;
  /** Expectations that did not come out, in words. */
  readonly missed: readonly string[];
}

/** All suites below a folder; null where there is none. */
export function runKyvernoSuites(folder = KYVERNO_FOLDER): SuiteResult | null {
  const suites = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('kyverno-test.yaml')).sort() : [];
  if (suites.length === 0) return null;
  const outcomes = suites.flatMap((name) => runSuite(join(folder, name)));
  const attempted = outcomes.filter(({ got }) => got !== null);
  return {
    attempted: attempted.length,
    agreed: attempted.filter(({ got, wanted }) => got === wanted).length,
    policies: new Set(attempted.map(({ policy }) => policy)).size,
    leftOut: outcomes.length - attempted.length,
    missed: attempted.filter(({ got, wanted }) => got !== wanted).map(({ name, got, wanted }) => `${name}: ${String(got)}, expected ${wanted}`),
  };
}

interface Outcome {
  readonly name: string;
  readonly policy: string;
  readonly wanted: string;
  /** null where the rule is not made of patterns alone, or the resource is not there. */
  readonly got: Fit | null;
}

function runSuite(path: string): Outcome[] {
  const folder = dirname(path);
  const suite = readSuite(path, Suite);
  const policies = suite.policies.flatMap((name) => documentsOf(join(folder, name))).flatMap((one) => Policy.safeParse(one).data ?? []);
  const resources = suite.resources.flatMap((name) => resourcesOf(join(folder, name)));
  return suite.results.flatMap(({ policy, rule: name, kind, resources: names = [], result }) => {
    const rule = policies.find(({ metadata }) => metadata.name === policy)?.spec.rules.find((one) => one.name === name);
    return names.map((wanted): Outcome => {
      const resource = resources.find((one) => isNamed(one, wanted) && (kind === undefined || one.kind === kind));
      const got = rule === undefined || resource === undefined || result === 'skip' ? null : applyRule(rule, resource);
      return { name: `${policy}/${name ?? ''} on ${kind ?? ''} ${wanted}`, policy, wanted: result, got };
    });
  });
}

function documentsOf(path: string): unknown[] {
  return existsSync(path) ? parseAllDocuments(readFileSync(path, 'utf8')).map((one): unknown => one.toJS()) : [];
}

/** `name` or `namespace/name`. */
function isNamed({ metadata }: Resource, wanted: string): boolean {
  return wanted === metadata.name || wanted === `${metadata.namespace ?? 'default'}/${metadata.name}`;
}

/** Parts of a rule that ask for more than patterns. */
const BEYOND = ['preconditions', 'context', 'mutate', 'generate', 'verifyImages', 'exclude'] as const;

function applyRule(rule: Rule, resource: Resource): Fit | null {
  const { validate } = rule;
  const patterns = validate?.pattern === undefined ? validate?.anyPattern : [validate.pattern];
  if (patterns === undefined || BEYOND.some((part) => part in rule) || JSON.stringify(patterns).includes('{{')) return null;
  const subject = subjectOf(rule, resource);
  if (subject === null) return null;
  const fits = patterns.map((pattern) => fitPattern(pattern, subject));
  return fits.includes('pass') ? 'pass' : fits.includes('skip') && !fits.includes('fail') ? 'pass' : 'fail';
}

/** The resource that a rule looks at: a rule about pods looks at the template of what makes pods. */
function subjectOf({ match }: Rule, resource: Resource): unknown {
  const kinds = kindsOf(match).map((kind) => kind.slice(kind.lastIndexOf('/') + 1));
  if (kinds.includes(resource.kind)) return resource;
  if (!kinds.includes('Pod')) return null;
  return fieldAt(resource, resource.kind === 'CronJob' ? 'spec.jobTemplate.spec.template' : 'spec.template') ?? null;
}

function kindsOf(match: unknown): string[] {
  if (typeof match !== 'object' || match === null) return [];
  return Object.entries(match).flatMap(([key, value]): string[] => (key === 'kinds' && Array.isArray(value) ? (value as string[]) : kindsOf(value)));
}
