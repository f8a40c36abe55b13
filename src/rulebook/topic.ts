/**
 * What a conclusion is about. In RuleWorld's language a premise may have several conclusions, each about another
 * thing: a place, a state, the count of one attribute of one individual. Of a conclusion in other words nobody
 * knows what else may stand beside it, so all of a premise are about one thing: the premise.
 */
import { comparable } from './rule.ts';

/** "B will enter bridge", "it has 4 strong horns" (compared form). */
const ENGLISH = /^(?:(it|[a-z]) )?(?:will )?(enters?|becomes?|gains?|gets?|loses?|drops?|has|have) (.+)$/;
/** "enter(b, bridge)", "has(strong horn, 4)" (compared form). */
const LOGIC = /^(enter|become|gain|get|lose|drop|has)\((?:([a-z]), ?)?(.+)\)$/;

/** Equal for conclusions that cannot both hold, unless they say the same; '' where the words are not RuleWorld's. */
export function topicOf(conclusion: string): string {
  const text = comparable(conclusion);
  const logic = LOGIC.exec(text);
  if (logic !== null) return topic(logic[1] as string, logic[2] ?? 'it', logic[3] as string);
  const english = ENGLISH.exec(text);
  return english === null ? '' : topic(english[2] as string, english[1] ?? 'it', english[3] as string);
}

function topic(verb: string, subject: string, object: string): string {
  if (verb.startsWith('enter')) return `place of ${subject}`;
  if (verb.startsWith('become')) return `state of ${subject}`;
  if (!/\d/.test(object)) return '';
  const attribute = object.replace(/,?\s*\d+,?/g, ' ').trim().replace(/s$/, '');
  return `${verb.startsWith('ha') ? 'count' : 'change'} of ${attribute} of ${subject}`;
}
