/** Facts as formulas of first-order logic, with inflected predicates. */
import type { Random } from '../../random.ts';
import { CHANGE_VERBS } from '../vocabulary/changes.ts';
import { actionForms, attributePhrase, directionOf, entityFol, folName, stateFol } from '../words.ts';
import type { EventFact, SettingFact } from './speech.ts';
import { forms, type Form } from './template.ts';

type OfKind<Kind extends string> = Extract<SettingFact | EventFact, { kind: Kind }>;
/** `attribute` is the attribute's predicate name, '' for facts without one. */
type Formula<Fact> = (fact: Fact, attribute: string) => string;

/** A predicate as in the rules, and forms that are inflected or arranged otherwise. */
interface FactForms<Fact> {
  readonly plain: readonly Form<Formula<Fact>>[];
  readonly inflected: readonly Form<Formula<Fact>>[];
}

type Table = { readonly [Kind in (SettingFact | EventFact)['kind']]: FactForms<OfKind<Kind>> };

const verb = (action: string, form: 'base' | 'third' | 'past' | 'gerund'): string => folName(actionForms(action)[form]);

const FACTS: Table = {
  entity: {
    plain: forms<Formula<OfKind<'entity'>>>({ predicate: (f) => `${entityFol(f.entity)}(${f.variable})` }),
    inflected: forms<Formula<OfKind<'entity'>>>({
      is: (f) => `Is(${f.variable}, ${entityFol(f.entity)})`,
      member: (f) => `${f.variable} ∈ ${entityFol(f.entity)}`,
      typed: (f) => `${f.variable} : ${entityFol(f.entity)}`,
    }),
  },
  count: {
    plain: forms<Formula<OfKind<'count'>>>({ has: (f, attribute) => `Has(${f.variable}, ${attribute}, ${f.count})` }),
    inflected: forms<Formula<OfKind<'count'>>>({
      had: (f, attribute) => `Had(${f.variable}, ${attribute}, ${f.count})`,
      equals: (f, attribute) => `${attribute}(${f.variable}) = ${f.count}`,
      count: (f, attribute) => `Count(${f.variable}, ${attribute}, ${f.count})`,
    }),
  },
  action: {
    plain: forms<Formula<OfKind<'action'>>>({ base: (f) => `${verb(f.action, 'base')}(${f.actor}, ${f.target})` }),
    inflected: forms<Formula<OfKind<'action'>>>({
      third: (f) => `${verb(f.action, 'third')}(${f.actor}, ${f.target})`,
      past: (f) => `${verb(f.action, 'past')}(${f.actor}, ${f.target})`,
      gerund: (f) => `${verb(f.action, 'gerund')}(${f.actor}, ${f.target})`,
      passive: (f) => `${verb(f.action, 'past')}_by(${f.target}, ${f.actor})`,
    }),
  },
  environment: {
    plain: forms<Formula<OfKind<'environment'>>>({ enter: (f) => `Enter(${f.variable}, ${folName(f.environment)})` }),
    inflected: forms<Formula<OfKind<'environment'>>>({
      enters: (f) => `Enters(${f.variable}, ${folName(f.environment)})`,
      entered: (f) => `Entered(${f.variable}, ${folName(f.environment)})`,
      in: (f) => `In(${f.variable}, ${folName(f.environment)})`,
      place: (f) => `Place(${f.variable}) = ${folName(f.environment)}`,
    }),
  },
  state: {
    plain: forms<Formula<OfKind<'state'>>>({ predicate: (f) => `${stateFol(f.state)}(${f.variable})` }),
    inflected: forms<Formula<OfKind<'state'>>>({
      become: (f) => `Become(${f.variable}, ${stateFol(f.state)})`,
      became: (f) => `Became(${f.variable}, ${stateFol(f.state)})`,
      is: (f) => `Is(${f.variable}, ${stateFol(f.state)})`,
      state: (f) => `State(${f.variable}) = ${stateFol(f.state)}`,
    }),
  },
  change: {
    plain: forms<Formula<OfKind<'change'>>>({
      base: (f, attribute) => `${folName(f.verb)}(${f.variable}, ${attribute}, ${f.count})`,
    }),
    inflected: forms<Formula<OfKind<'change'>>>({
      third: (f, attribute) => `${folName(CHANGE_VERBS[f.verb].third)}(${f.variable}, ${attribute}, ${f.count})`,
      past: (f, attribute) => `${folName(CHANGE_VERBS[f.verb].past)}(${f.variable}, ${attribute}, ${f.count})`,
      gerund: (f, attribute) => `${folName(CHANGE_VERBS[f.verb].gerund)}(${f.variable}, ${attribute}, ${f.count})`,
      arithmetic: (f, attribute) => `${attribute}(${f.variable}) ${directionOf(f.verb) === 1 ? '+' : '-'} ${f.count}`,
    }),
  },
};

/** A formula for a fact; `inflect` is the probability that it is not the rules' own form. */
export function factFormula(
  fact: SettingFact | EventFact,
  inflect: number,
  random: Random,
): { name: string; text: string } {
  const table = FACTS[fact.kind] as FactForms<SettingFact | EventFact>;
  const form = random.pick(random.chance(inflect) ? table.inflected : table.plain);
  const attribute = 'attribute' in fact ? folName(attributePhrase(fact.attribute, random.chance(inflect) ? 2 : 1)) : '';
  return { name: form.name, text: form.say(fact, attribute) };
}
