/** Questions as a model meets them in training: words left out, others around and between. */
import type { Random } from '../../random.ts';
import { capitalised } from './reword.ts';

/**
 * What people write around a question, in training alone: a model that has met many words that say nothing of the premise
 * takes new ones for what they are.
 */
const LEAD_INS = [
  'Hello. ', 'Good day. ', 'Please help me. ', 'A colleague asks. ', 'I am new here. ', 'This came up today. ', 'We had an argument about it. ', 'I read the handbook twice. ',
  'My boss wants an answer. ', 'I should know that. ', 'Let me check one thing. ', 'Just to be certain. ', 'According to the rules, ', 'In your opinion, ', 'As far as you know, ', 'To make it short, ',
  'I would like to hear about it. ', 'You may expect this one. ', 'Could somebody remind me? ', 'There is a difficult case. ',
] as const;
const AFTERTHOUGHTS = [
  ' Thanks.', ' Please be brief.', ' I am not sure.', ' It is urgent.', ' Nobody could tell me.', ' Which one is it?', ' Give me the result.', ' What would you say?', ' Say it plainly.', ' I look forward to it.',
  ' It should be written somewhere.', ' Does anyone know?', ' That is all.', ' Take your time.', ' I have to decide now.', ' Would that be fair?',
] as const;
/** Share of the training questions that have the one, and of those that have the other. */
const SURROUNDED = 0.4;

/** Frequent words that say nothing of a premise, put in anywhere in training alone. */
const FILLERS =
  'about again all also am and any as back be because been but by can could do down even ever few from get go good had has have he her here him his how however i if in into it its just know last let like long made make many may me might more most much must my never new no nor not now of off often on only or other our out own part people perhaps place please quite rather really right said same say see seem shall she should since so something sometimes soon still such sure take than thank that their them then there these they thing think those though time to today too try up us use very was way we well were what when where whether which who why will with word work would yes yet you your'.split(
    ' ',
  );
/** What words that no list has are made of: a base that splits words into pieces meets the pieces of many. */
const SYLLABLES = [['b', 'br', 'c', 'ch', 'cl', 'd', 'dr', 'f', 'fl', 'g', 'gr', 'h', 'j', 'l', 'm', 'n', 'p', 'pl', 'pr', 'qu', 'r', 's', 'sh', 'sp', 'st', 't', 'tr', 'v', 'w', ''], ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou', 'ie'], ['', 'n', 'r', 's', 't', 'l', 'ng', 'nt', 'st', 'ck', 'rd', 'm', 'ce', 'te', 'd']] as const;
/** Share of the gaps between words that get a filler, and of the fillers that are made up. */
const [FILLED, MADE_UP] = [0.2, 0.5];

/** Words that a hurried writer leaves out; in training alone. */
const LEFT_OUT = /\b(?:a|an|the|of|for|in|on|at|to)\b ?/g;
/** Share of those that could be left out. */
const DROPPED = 0.15;

/** A question in one wording, with words left out, and with others around and between. */
export function wordedLoosely(wording: string, body: string, random: Random): string {
  const around = (texts: readonly string[]): string => (random.chance(SURROUNDED) ? random.pick(texts) : '');
  const text = wording.replace('$', () => body.replace(LEFT_OUT, (found) => (random.chance(DROPPED) ? '' : found)));
  const [before, behind] = [around(LEAD_INS), around(AFTERTHOUGHTS)];
  const whole = `${before}${before.endsWith(', ') ? text : capitalised(text)}${behind}`;
  return whole.replace(/ /g, (gap) => (random.chance(FILLED) ? ` ${filler(random)} ` : gap));
}

function filler(random: Random): string {
  if (!random.chance(MADE_UP)) return random.pick(FILLERS);
  const syllables = Array.from({ length: random.integer(1, 3) }, () => SYLLABLES.map((sounds) => random.pick<string>(sounds)).join(''));
  return syllables.join('');
}
