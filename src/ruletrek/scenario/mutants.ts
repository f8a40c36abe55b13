/** Slips that a solver can make in a scenario: a rule missed, a stale version, the wrong status, wrong rounding. */
import { evaluate, type Application, type Evaluation, type Mutation } from '../core/evaluate.ts';
import { canonicalJson } from '../core/canonical.ts';
import type { Parameter } from '../core/rule.ts';
import { answerText, type Engine, type Scenario } from './state.ts';

export interface Mutant {
  readonly name: string;
  readonly mutation: Mutation;
}

/** Slips that change what their own rule says here, one after another, with whether the answer changes too. */
export function* triedMutants(engine: Engine, scenario: Scenario): Generator<Mutant & { readonly killed: boolean }> {
  const answer = answerText(scenario.values, scenario.asked);
  for (const application of scenario.applied) {
    for (const mutant of slips(engine, application)) {
      const slipped = evaluate(engine.set, scenario.relevant, scenario.facts, mutant.mutation);
      if (changesItsRule(slipped, application)) yield { ...mutant, killed: answerText(slipped.values, scenario.asked) !== answer };
    }
  }
}

function slips(engine: Engine, { rule, readParameters }: Application): Mutant[] {
  const { set, byId } = engine;
  const parameters = [...readParameters].map((name) => name.split('/') as [string, string]);
  const stale = parameters.some(([name]) => set.parameters[name]?.versions[set.staleVersion] !== undefined);
  const keyed = parameters.some(([name, key]) => key !== '' && isStatusKeyed(engine, set.parameters[name]));
  const { rounding } = byId.get(rule)!;
  return [
    { name: `${rule}: missed`, mutation: { rule, omit: true } },
    ...(stale ? [{ name: `${rule}: version ${set.staleVersion}`, mutation: { rule, version: set.staleVersion } }] : []),
    ...(keyed ? set.status.values.map((status) => ({ name: `${rule}: status ${status}`, mutation: { rule, status } })) : []),
    ...(rounding.unit > 1n ? [{ name: `${rule}: unrounded`, mutation: { rule, rounding: { unit: 1n, mode: 'half-up' as const } } }] : []),
  ];
}

function isStatusKeyed({ set }: Engine, parameter: Parameter | undefined): boolean {
  const [first = ''] = set.status.values;
  return parameter !== undefined && Object.values(parameter.versions).some((values) => first in values);
}

function changesItsRule(slipped: Evaluation, { rule, emitted }: Application): boolean {
  const application = slipped.applications.find((one) => one.rule === rule);
  return canonicalJson(application?.emitted ?? null) !== canonicalJson(emitted);
}
