/** V2: every rule is necessary in every S_t; V3: two solvers agree; V4: slips are seen. */
import { evaluate } from '../core/evaluate.ts';
import { TO_CENT, type Rounding } from '../core/money.ts';
import { toJson } from '../core/values.ts';
import type { CheckResult } from '../formats/gold.ts';
import { triedMutants } from '../scenario/mutants.ts';
import { answerText, scenarioOf, type Engine, type Scenario } from '../scenario/state.ts';
import { resultOf, stageFacts, type Subject } from './subject.ts';

/** V2: S_t asks for exactly its rules, contains S_{t−1}'s, and its answer changes without any one of them. */
export function checkNecessity({ context, instance, scenario }: Subject): CheckResult {
  const { engine, pack } = context;
  const stages = instance.stages.map((stage) => scenarioOf(engine, stageFacts(pack, stage), new Set(stage.nodes)));
  const whole = scenario === null ? ['the files do not call for the rules of the gold graph'] : ablations(engine, scenario, 'final');
  const grown = instance.stages.map(({ nodes, step }) => {
    const before = instance.stages[step - 1]?.nodes ?? [];
    return before.every((id) => nodes.includes(id)) && nodes.length === step + 1 ? null : `S_${step} does not extend the stage before`;
  });
  const each = stages.flatMap((stage, step) => (stage === null ? [`S_${step} calls for other rules`] : ablations(engine, stage, `S_${step}`)));
  return resultOf('V2', [...whole, ...grown, ...each]);
}

function ablations({ set }: Engine, scenario: Scenario, name: string): (string | null)[] {
  const answer = answerText(scenario.values, scenario.asked);
  return scenario.applied.map(({ rule }) => {
    const without = evaluate(set, scenario.relevant, scenario.facts, { rule, omit: true });
    return answerText(without.values, scenario.asked) === answer ? `${name}: ${rule} is not needed` : null;
  });
}

/** V3: A and B, from the parsed files, give the gold answer and every value of the gold trace. */
export function checkSolvers({ context, instance, records, ruleTables, scenario }: Subject): CheckResult {
  const b = context.pack.solve({ records, documents: ruleTables });
  const a = (name: string): unknown => (scenario?.values.has(name) === true ? toJson(scenario.values.get(name)!) : null);
  const gold = [...Object.entries(instance.answer), ...instance.trace.map(({ name, value }): [string, unknown] => [name, value])];
  const statements = gold.flatMap(([name, value]) => [
    a(name) === value ? null : `A: ${name} is ${String(a(name))}, gold ${String(value)}`,
    b[name] === value ? null : `B: ${name} is ${String(b[name])}, gold ${String(value)}`,
  ]);
  return resultOf('V3', statements);
}

/** Another lawful reading of "to the cent". */
const HALF_EVEN: Rounding = { unit: TO_CENT.unit, mode: 'half-even' };

/** V4: every slip changes the answer; rounding halves to even, which documents do not exclude, does not. */
export function checkMutants({ context, scenario }: Subject): { result: CheckResult; mutants: number; survivors: string[] } {
  if (scenario === null) return { result: resultOf('V4', ['no scenario']), mutants: 0, survivors: [] };
  const tried = [...triedMutants(context.engine, scenario)];
  const survivors = tried.filter(({ killed }) => !killed).map(({ name }) => name);
  const answer = answerText(scenario.values, scenario.asked);
  const readings = scenario.applied.filter(({ rule }) => context.engine.byId.get(rule)!.rounding.unit === 1n).map(({ rule }) => {
    const { mode } = context.engine.byId.get(rule)!.rounding;
    if (mode !== 'half-up') return null;
    const read = evaluate(context.pack.set, scenario.relevant, scenario.facts, { rule, rounding: HALF_EVEN });
    return answerText(read.values, scenario.asked) === answer ? null : `${rule}: a half cent decides about the answer`;
  });
  const result = resultOf('V4', [...tried.map(({ name, killed }) => (killed ? null : `${name} survives`)), ...readings]);
  return { result, mutants: tried.length, survivors };
}
