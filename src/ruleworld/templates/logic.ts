/**
 * One sub-question in first-order logic: facts, the way, and a formula with "?"
 * in the place of the answer. Predicates are inflected and paraphrased as the
 * English is: `Pursued(A, B) ∧ Tiny_cat(B) ⊢ Strong_horns(B) = ?`.
 */
import type { Waypoint } from '../question-part.ts';
import type { Random } from '../../random.ts';
import type { Query } from '../types.ts';
import { attributePhrase, folName } from '../words.ts';
import { factFormula } from './logic-facts.ts';
import type { SpokenPart } from './speech.ts';
import { forms, type RenderedPart } from './template.ts';

/** `attribute` is the predicate name, singular or plural; '' for places and states. */
type QueryForm = (variable: string, attribute: string) => string;

const QUERIES = {
  final: forms<QueryForm>({
    equals: (v, attribute) => `${attribute}(${v}) = ?`,
    has: (v, attribute) => `Has(${v}, ${attribute}, ?)`,
    count: (v, attribute) => `Count(${v}, ${attribute}, ?)`,
    'equals-first': (v, attribute) => `? = ${attribute}(${v})`,
  }),
  change: forms<QueryForm>({
    change: (v, attribute) => `Change(${v}, ${attribute}, ?)`,
    changed: (v, attribute) => `Changed(${v}, ${attribute}, ?)`,
    'change-equals': (v, attribute) => `Change(${attribute}(${v})) = ?`,
    'change-equals-first': (v, attribute) => `? = Change(${attribute}(${v}))`,
  }),
  environment: forms<QueryForm>({
    enter: (v) => `Enter(${v}, ?)`,
    in: (v) => `In(${v}, ?)`,
    place: (v) => `Place(${v}) = ?`,
    'place-first': (v) => `? = Place(${v})`,
  }),
  state: forms<QueryForm>({
    become: (v) => `Become(${v}, ?)`,
    is: (v) => `Is(${v}, ?)`,
    state: (v) => `State(${v}) = ?`,
    'state-first': (v) => `? = State(${v})`,
  }),
} as const;

interface LogicInput {
  readonly facts: readonly string[];
  /** The way to the answer, '' or one formula. */
  readonly way: readonly string[];
  readonly query: string;
}

/** Facts and what is asked of them; `separable` layouts have both halves. */
type LogicLayout = (input: LogicInput) => { readonly facts: string; readonly ask: string };

const chained = ({ way, query }: LogicInput, arrow: string): string => [...way, query].join(` ${arrow} `);

const SEPARABLE = forms<LogicLayout>({
  sentences: (input) => ({ facts: `${input.facts.join('. ')}.`, ask: chained(input, '→') }),
  conjunction: (input) => ({ facts: `${input.facts.join(' ∧ ')}.`, ask: chained(input, '⊢') }),
});

const LAYOUTS = [
  ...SEPARABLE,
  ...forms<LogicLayout>({
    turnstile: (input) => ({ facts: '', ask: `${input.facts.join(' ∧ ')} ⊢ ${chained(input, '⊢')}` }),
    implies: (input) => ({ facts: '', ask: `${input.facts.join(' ∧ ')} ⇒ ${chained(input, '⇒')}` }),
    models: (input) => ({ facts: '', ask: `${input.facts.join(', ')} ⊨ ${chained(input, '→')}` }),
    set: (input) => ({ facts: '', ask: `{${input.facts.join(', ')}} ⊢ ${chained(input, '→')}` }),
    'implied-by': ({ facts, way, query }) => ({
      facts: '',
      ask: [query, ...[...way].reverse(), facts.join(' ∧ ')].join(' ⇐ '),
    }),
    given: ({ facts, way, query }) => ({ facts: '', ask: `${query} | ${[...facts, ...way].join(', ')}` }),
  }),
];

/**
 * Writes a sub-question in logic.
 *
 * @param inflect probability that a predicate is inflected.
 * @param separable facts and query as formulas of their own.
 */
export function renderLogic(part: SpokenPart, inflect: number, separable: boolean, random: Random): RenderedPart {
  const layout = random.pick(separable ? SEPARABLE : LAYOUTS);
  const drawn = drawFacts(part, inflect, random);
  const query = random.pick(QUERIES[part.query.kind]);
  const text = layout.say({
    facts: drawn.map((fact) => fact.text),
    way: part.waypoints.flatMap((way) => wayFormula(way, part.query, inflect, random)),
    query: query.say(part.query.variable, queryPredicate(part.query, inflect, random)),
  });
  return { template: `${layout.name}/${drawn.map((fact) => fact.name).join('+')}/${query.name}`, ...text };
}

function drawFacts(part: SpokenPart, inflect: number, random: Random): { name: string; text: string }[] {
  const facts = [part.setting, part.event].flatMap((fact) => (fact === null ? [] : [fact]));
  const ordered = facts.length === 2 && random.chance(0.5) ? facts.reverse() : facts;
  return ordered.map((fact) => factFormula(fact, inflect, random));
}

function queryPredicate(query: Query, inflect: number, random: Random): string {
  return 'attribute' in query ? attributePredicate(query.attribute, inflect, random) : '';
}

/** "Strong_horn", or inflected "Strong_horns". */
export function attributePredicate(
  attribute: Parameters<typeof attributePhrase>[0],
  inflect: number,
  random: Random,
): string {
  return folName(attributePhrase(attribute, random.chance(inflect) ? 2 : 1));
}

/** What the way leads through. The effect of an action itself needs no word, since every way is written out. */
function wayFormula(way: Waypoint, query: Query, inflect: number, random: Random): string[] {
  switch (way.kind) {
    case 'direct':
      return [];
    case 'place':
      return [`Place(${query.variable})`];
    case 'state':
      return [`State(${query.variable})`];
    case 'attribute':
      return [`${attributePredicate(way.attribute, inflect, random)}(${query.variable})`];
  }
}
