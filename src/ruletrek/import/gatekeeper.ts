/** Gatekeeper's library held against its own test suites: each template's check, written from its description. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { OBJECT_CHECKS } from './gatekeeper-objects.ts';
import { POD_CHECKS } from './gatekeeper-pods.ts';
import { listAt, textAt, textsAt, type Subject } from './gatekeeper-subject.ts';
import type { SuiteResult } from './kyverno.ts';
import { fieldAt, readSuite, resourcesOf, type Resource } from './manifests.ts';

export const GATEKEEPER_FOLDER = '../shared/ruletrek/policy-gatekeeper';

/** "yes", "no" or a number of violations; YAML 1.1 wrote yes and no for true and false. */
const Violations = z.union([z.string(), z.number(), z.boolean()]);
const Case = z.object({ name: z.string(), object: z.string(), inventory: z.array(z.string()).default([]), assertions: z.array(z.looseObject({ violations: Violations.optional() })).default([]) });
const Suite = z.object({ metadata: z.object({ name: z.string() }), tests: z.array(z.object({ name: z.string(), constraint: z.string(), cases: z.array(Case).default([]) })) });
type Case = z.infer<typeof Case>;

const CHECKS = { ...OBJECT_CHECKS, ...POD_CHECKS };

interface Outcome {
  readonly name: string;
  readonly kind: string;
  readonly wanted: boolean;
  /** null for a template without a check, or an object that is not there. */
  readonly got: boolean | null;
}

/** All cases of all suites below a folder, whether there is a violation or none; null where there is no suite. */
export function runGatekeeperSuites(folder = GATEKEEPER_FOLDER): SuiteResult | null {
  const suites = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('suite.yaml')).sort() : [];
  if (suites.length === 0) return null;
  const outcomes = suites.flatMap((name) => runSuite(join(folder, name)));
  const wrong = outcomes.filter(({ got, wanted }) => got !== wanted);
  return {
    attempted: outcomes.length,
    agreed: outcomes.length - wrong.length,
    policies: new Set(outcomes.map(({ kind }) => kind)).size,
    leftOut: 0,
    missed: wrong.map(({ name, got, wanted }) => `${name}: ${got === null ? 'not decided' : got ? 'a violation' : 'none'}, expected ${wanted ? 'one' : 'none'}`),
  };
}

function runSuite(path: string): Outcome[] {
  const folder = dirname(path);
  const suite = readSuite(path, Suite);
  return suite.tests.flatMap(({ name, constraint: file, cases }) => {
    const [constraint] = resourcesOf(join(folder, file));
    return cases.map((one) => ({
      name: `${suite.metadata.name}/${name}/${one.name}`, kind: constraint?.kind ?? '', wanted: one.assertions.some(isViolated),
      got: constraint === undefined ? null : judge(constraint, one, folder),
    }));
  });
}

function isViolated({ violations }: Case['assertions'][number]): boolean {
  return !(violations === 'no' || violations === false || violations === 0);
}

function judge(constraint: Resource, { object: file, inventory }: Case, folder: string): boolean | null {
  const [read] = resourcesOf(join(folder, file));
  const check = CHECKS[constraint.kind];
  if (read === undefined || check === undefined) return null;
  const request = fieldAt(read, 'request');
  const object = (fieldAt(request, 'object') ?? read) as Resource;
  const subject: Subject = {
    object, isUpdate: textAt(request, 'operation') === 'UPDATE', request, parameters: fieldAt(constraint, 'spec.parameters'), inventory: inventory.flatMap((name) => resourcesOf(join(folder, name))),
  };
  return matches(constraint, object) && !isFrozen(subject) && check(subject);
}

/** What a pod says about itself cannot be changed, so that an update of one is let through. */
function isFrozen({ object, isUpdate }: Subject): boolean {
  return isUpdate && object.kind === 'Pod';
}

function matches(constraint: Resource, { kind, metadata }: Resource): boolean {
  const kinds = listAt(constraint, 'spec.match.kinds').flatMap((one) => textsAt(one, 'kinds'));
  const namespaces = textsAt(constraint, 'spec.match.namespaces');
  const excluded = textsAt(constraint, 'spec.match.excludedNamespaces');
  const namespace = metadata.namespace ?? 'default';
  return (kinds.length === 0 || kinds.includes(kind)) && (namespaces.length === 0 || namespaces.includes(namespace)) && !excluded.includes(namespace);
}
