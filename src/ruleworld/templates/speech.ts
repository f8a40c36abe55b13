/**
 * The words in which a question speaks of its facts: some of the rules' words,
 * some of their synonyms. Each thing keeps one name within a sub-question.
 */
import type { QuestionPart, Waypoint } from '../question-part.ts';
import type { Random } from '../../random.ts';
import type { Attribute, Entity, GivenFact, Query } from '../types.ts';
import { actionForms, adjectiveSynonym } from '../words.ts';

/** A sub-question in the words to be used. At most one of its facts sets the scene and one is an event. */
export interface SpokenPart {
  /** What holds before: an entity or a count. */
  readonly setting: SettingFact | null;
  readonly event: EventFact | null;
  readonly query: Query;
  readonly waypoints: readonly Waypoint[];
  /** True if a second variable takes part, so that "it" would not be clear. */
  readonly two: boolean;
}

export type SettingFact = Extract<GivenFact, { kind: 'entity' | 'count' }>;
export type EventFact = Exclude<GivenFact, SettingFact>;

/** Chooses words: each is replaced by its synonym with the given probability. */
export function speak(part: QuestionPart, paraphrase: number, random: Random): SpokenPart {
  const names = new Map<string, string>();
  const replace = (word: string, synonym: (word: string) => string): string => {
    const known = names.get(word);
    if (known !== undefined) return known;
    const name = random.chance(paraphrase) ? synonym(word) : word;
    names.set(word, name);
    return name;
  };
  const widened = <T extends Entity | Attribute>(thing: T): T =>
    thing.adjective === null ? thing : { ...thing, adjective: replace(thing.adjective, adjectiveSynonym) };
  const fact = (given: GivenFact): GivenFact => {
    if (given.kind === 'action') return { ...given, action: replace(given.action, (base) => actionForms(base).synonym.base) };
    if (given.kind === 'entity') return { ...given, entity: widened(given.entity) };
    return 'attribute' in given ? { ...given, attribute: widened(given.attribute) } : given;
  };
  const facts = part.problem.facts.map(fact);
  const { query } = part.problem;
  return {
    setting: facts.find(isSetting) ?? null,
    event: facts.find(isEvent) ?? null,
    query: 'attribute' in query ? { ...query, attribute: widened(query.attribute) } : query,
    waypoints: part.waypoints.map((way) => (way.kind === 'attribute' ? { ...way, attribute: widened(way.attribute) } : way)),
    two: part.letters === 2,
  };
}

function isSetting(fact: GivenFact): fact is SettingFact {
  return fact.kind === 'entity' || fact.kind === 'count';
}

function isEvent(fact: GivenFact): fact is EventFact {
  return !isSetting(fact);
}
