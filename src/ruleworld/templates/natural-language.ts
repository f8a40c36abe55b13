/** One sub-question in English: a layout, forms for its facts, a form for what it asks. */
import type { Random } from '../../random.ts';
import { drawAsk, drawWay, isRequest, subjectOf, type Subject } from './nl-asks.ts';
import { foldedName, formsOf, type Mention } from './nl-facts.ts';
import { LAYOUTS, SEPARABLE_LAYOUTS, type Layout } from './nl-layouts.ts';
import type { EventFact, SettingFact, SpokenPart } from './speech.ts';
import type { RenderedPart } from './template.ts';

const ONE_CLAUSE_LAYOUTS = LAYOUTS.filter((layout) => layout.clauses === 1);

/**
 * Writes a sub-question.
 *
 * @param separable facts and question as sentences of their own, without pronouns between them.
 */
export function renderNaturalLanguage(part: SpokenPart, separable: boolean, random: Random): RenderedPart {
  const layout = drawLayout(part, separable, random);
  const pronouns = !part.two && !separable;
  const { name, clauses } = drawClauses(part, pronouns && layout.askFirst, layout.clauses, random);
  const subject = subjectOf(part.query.variable, pronouns && !layout.askFirst && random.chance(0.5));
  const them = !separable && !layout.askFirst && namesOneAttribute(part);
  const ask = drawAsk(part.query, subject, them, random);
  const text = layout.compose({
    clauses,
    ask: withWay(part, ask.text, subject, random),
    mark: isRequest(ask.text) ? '.' : '?',
  });
  return { template: `${layout.name}/${name}/${ask.name}`, ...text };
}

function drawLayout(part: SpokenPart, separable: boolean, random: Random): Layout {
  if (separable) return random.pick(SEPARABLE_LAYOUTS);
  const both = part.setting !== null && part.event !== null;
  return random.pick(both ? LAYOUTS : ONE_CLAUSE_LAYOUTS);
}

/** True if "them" can only be the attribute whose first count is given. */
function namesOneAttribute({ setting, event, waypoints }: SpokenPart): boolean {
  return setting?.kind === 'count' && event?.kind !== 'change' && !waypoints.some((way) => way.kind === 'attribute');
}

/** The way may open the question or close it; "at once" closes it. */
function withWay(part: SpokenPart, ask: string, subject: Subject, random: Random): string {
  if (part.waypoints.length === 0) return ask;
  const way = drawWay(part.waypoints, subject, random);
  const opens = part.waypoints[0]?.kind !== 'direct' && random.chance(0.5);
  return opens ? `${way}, ${ask}` : `${ask} ${way}`;
}

interface Clauses {
  readonly name: string;
  readonly clauses: readonly string[];
}

/** Facts as clauses. `itself` allows "it" for the subject, which the question has named by then. */
function drawClauses(part: SpokenPart, itself: boolean, least: 1 | 2, random: Random): Clauses {
  const { setting, event, query } = part;
  const pronoun = itself && random.chance(0.5);
  const name: Mention = (variable) => (pronoun && variable === query.variable ? 'it' : variable);
  if (setting === null || event === null) return oneClause((setting ?? event) as SettingFact | EventFact, name, random);
  return twoFacts(setting, event, name, least, random);
}

function oneClause(fact: SettingFact | EventFact, name: Mention, random: Random): Clauses {
  const form = random.pick(formsOf(fact));
  return { name: form.name, clauses: [form.say(fact, pronounFits(form.name) ? name : plainName)] };
}

const plainName: Mention = (variable) => variable;

/** "A tiny cat is named it" is no English. */
function pronounFits(form: string): boolean {
  return form !== 'named' && form !== 'there';
}

type Order = 'setting-first' | 'setting-then-it' | 'event-first' | 'folded';

/** A first count told after the event could be the last one, so it never is. */
function ordersOf(setting: SettingFact, least: 1 | 2): readonly Order[] {
  if (least === 2) return ['setting-first', 'setting-then-it'];
  const both: readonly Order[] = ['setting-first', 'setting-then-it', 'folded'];
  return setting.kind === 'entity' ? [...both, 'event-first'] : both;
}

function twoFacts(setting: SettingFact, event: EventFact, name: Mention, least: 1 | 2, random: Random): Clauses {
  const order = random.pick(ordersOf(setting, least));
  if (order === 'folded') return folded(setting, event, random);
  const first = oneClause(setting, name, random);
  const known: Mention = (variable) => (variable === setting.variable ? 'it' : variable);
  const second = oneClause(event, order === 'setting-then-it' ? known : name, random);
  const parts = order === 'event-first' ? [second, first] : [first, second];
  return {
    name: `${order}:${parts.map((part) => part.name).join('+')}`,
    clauses: parts.flatMap((part) => part.clauses),
  };
}

/** "The tiny cat A is chased by B": the setting inside the event. */
function folded(setting: SettingFact, event: EventFact, random: Random): Clauses {
  const form = random.pick(formsOf(event));
  const name: Mention = (variable) => (variable === setting.variable ? foldedName(setting) : variable);
  const clause = form.say(event, name);
  const fits = setting.kind === 'entity' || clause.startsWith(setting.variable);
  if (fits) return { name: `folded:${form.name}`, clauses: [clause] };
  return twoFacts(setting, event, plainName, 2, random);
}
