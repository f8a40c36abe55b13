/**
 * What is asked, as English main clauses without capital and mark, and the way
 * to it ("in the place that B enters").
 */
import type { Waypoint } from '../question-part.ts';
import type { Random } from '../../random.ts';
import type { Query } from '../types.ts';
import { attributePhrase } from '../words.ts';
import { forms, type Form } from './template.ts';

/** The individual asked about: by its letter or by "it". */
export interface Subject {
  readonly name: string;
  /** "the strong horns of A" or "its strong horns". */
  readonly owned: (phrase: string) => string;
}

export function subjectOf(variable: string, pronoun: boolean): Subject {
  return pronoun
    ? { name: 'it', owned: (phrase) => `its ${phrase}` }
    : { name: variable, owned: (phrase) => `the ${phrase} of ${variable}` };
}

type Asks = (subject: Subject, plural: string) => string;

const FINAL = forms<Asks>({
  'how-many': ({ name }, plural) => `how many ${plural} does ${name} have`,
  'how-many-now': ({ name }, plural) => `how many ${plural} does ${name} have now`,
  'how-many-will': ({ name }, plural) => `how many ${plural} will ${name} have`,
  'how-many-end': ({ name }, plural) => `how many ${plural} does ${name} have in the end`,
  'how-many-belong': ({ name }, plural) => `how many ${plural} belong to ${name}`,
  'number-of': ({ owned }, plural) => `what is the number of ${owned(plural)}`,
  'what-number': ({ name }, plural) => `what number of ${plural} does ${name} have`,
  'has-how-many': ({ name }, plural) => `${name} has how many ${plural}`,
  count: ({ owned }, plural) => `count ${owned(plural)}`,
});

/** For a question that has named the attribute with its first count, and no other attribute. */
const FINAL_OF_THEM = forms<Asks>({
  'how-many-of-them': ({ name }) => `how many of them does ${name} have now`,
  'how-many-then': ({ name }) => `how many does ${name} have then`,
  'their-number': () => 'what is their number then',
});

const CHANGE = forms<Asks>({
  'by-how-many': ({ owned }, plural) => `by how many do ${owned(plural)} change`,
  'how-change': ({ owned }, plural) => `how do ${owned(plural)} change`,
  'what-change': ({ owned }, plural) => `what is the change of ${owned(plural)}`,
  'what-happens': ({ owned }, plural) => `what happens to ${owned(plural)}`,
  'gain-or-lose': ({ name }, plural) => `how many ${plural} does ${name} gain or lose`,
  'gained-or-lost': ({ name }, plural) => `how many ${plural} are gained or lost by ${name}`,
  'change-by': ({ owned }, plural) => `${owned(plural)} change by how many`,
  'give-change': ({ owned }, plural) => `give the change of ${owned(plural)}`,
});

const ENVIRONMENT = forms<Asks>({
  where: ({ name }) => `where does ${name} go`,
  'where-now': ({ name }) => `where is ${name} now`,
  'which-place': ({ name }) => `which place does ${name} enter`,
  'what-place': ({ name }) => `what place will ${name} enter`,
  'into-which': ({ name }) => `into which place does ${name} go`,
  passive: ({ name }) => `which place is entered by ${name}`,
  'enters-which': ({ name }) => `${name} enters which place`,
  give: ({ name }) => `give the place that ${name} enters`,
});

const STATE = forms<Asks>({
  become: ({ name }) => `what does ${name} become`,
  'will-become': ({ name }) => `what will ${name} become`,
  feel: ({ name }) => `how does ${name} feel`,
  'which-state': ({ name }) => `which state is ${name} in`,
  'what-state': ({ owned }) => `what is ${owned('state')}`,
  'in-which': ({ name }) => `in which state is ${name} now`,
  'becomes-what': ({ name }) => `${name} becomes what`,
  give: ({ owned }) => `give ${owned('state')}`,
});

export const ASKS: Readonly<Record<Query['kind'], readonly Form<Asks>[]>> = {
  final: FINAL,
  change: CHANGE,
  environment: ENVIRONMENT,
  state: STATE,
};

/** An ask, drawn from those that fit. `them` allows a pronoun in place of the attribute. */
export function drawAsk(query: Query, subject: Subject, them: boolean, random: Random): { name: string; text: string } {
  const fitting = them ? [...FINAL, ...FINAL_OF_THEM] : ASKS[query.kind];
  const form = random.pick(fitting);
  return { name: form.name, text: form.say(subject, 'attribute' in query ? attributePhrase(query.attribute, 2) : '') };
}

/** True for an ask that is a request and ends in a full stop. */
export function isRequest(ask: string): boolean {
  return /^(?:count|give) /.test(ask);
}

const WAYS: { readonly [K in Waypoint['kind']]: readonly Asks[] } = {
  direct: [() => 'at once', () => 'right away', () => 'from this alone'],
  place: [
    ({ name }) => `in the place that ${name} enters`,
    ({ owned }) => `through ${owned('new place')}`,
    () => 'by entering a place',
  ],
  state: [
    ({ owned }) => `through ${owned('new state')}`,
    ({ owned }) => `in ${owned('new state')}`,
    () => 'by a new state',
  ],
  attribute: [
    ({ owned }, plural) => `through ${owned(plural)}`,
    ({ owned }, plural) => `as ${owned(plural)} change`,
    ({ owned }, plural) => `because of ${owned(plural)}`,
    (_, plural) => `by a change of ${plural}`,
  ],
};

/** The way to the answer, '' where there is none to name. */
export function drawWay(waypoints: readonly Waypoint[], subject: Subject, random: Random): string {
  const phrases = waypoints.map((way) =>
    random.pick(WAYS[way.kind])(subject, way.kind === 'attribute' ? attributePhrase(way.attribute, 2) : ''),
  );
  return phrases.join(random.chance(0.5) ? ', ' : ' and ');
}
