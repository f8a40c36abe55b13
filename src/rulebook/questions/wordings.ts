/**
 * Wordings of questions about a premise, in three sets that share none: a model that has learnt from one is tested with
 * another. `$` stands for the premise without its opening word.
 */
import type { Random } from '../../random.ts';
import { inflected, type VerbForm } from './inflect.ts';
import type { PremiseKind } from './premise.ts';

export const SPLITS = ['train', 'validation', 'test'] as const;
/** Which questions are trained on, which choose among trained models and thresholds, and which only measure. */
export type Split = (typeof SPLITS)[number];

type Wordings = Readonly<Record<Split, readonly string[]>>;

const CONDITION: Wordings = {
  train: [
    'If $, what follows?',
    'What happens if $?',
    'What is the rule when $?',
    'Suppose $. What applies then?',
    'Tell me what holds if $.',
    'When $, what has to be done?',
    '$. What now?',
    'I want to know what comes next if $.',
    'Once $, what are we to do?',
    'How is it handled when $?',
    'Hello. If $, what does that mean for us?',
    '$, and then?',
    'Quick question: what if $?',
    'Is there a rule for when $?',
    'Imagine $. How do we go on? Thanks.',
    'A colleague asks what to do when $.',
    'Please look up what we do if $.',
    'Whenever $, what is the outcome?',
    'Let us say $. What must happen?',
    'Help: $!',
    'I have a case here: $. What is right?',
    'Every time $, what is the procedure?',
    'Explain what it means that $.',
    'Where does it lead if $?',
    'Good morning, $. What would be the next step?',
    'Do we need to react if $?',
    'My question: $. How is that decided?',
    'What becomes of it when $?',
    'Here is what I saw: $. Who knows more?',
    'You will not believe it, $! What are we obliged to do?',
    'Teach me: if $, then what?',
    'The guide must have a line for it: $.',
    'Why does it matter that $?',
    'Between us, $. What can I expect?',
    'Write down what is due when $.',
    'It seems $. Shall I do anything?',
    'In short, $. Tell me the answer.',
    'There it is: $. Your view?',
    'For our meeting: what is planned if $?',
    'Customers ask about this: $. What shall they hear?',
  ],
  validation: [
    'What results if $?',
    'Say that $. What do the rules tell?',
    'What is laid down for the event that $?',
    'Which consequence does it have if $?',
    'Assume that $. What does the rule say?',
    'What should one expect in case $?',
    '$: what is to happen?',
    'Someone told me that $. Where do we stand?',
    'In a situation where $, how does it end?',
    'We disagree here: $ – who can settle it?',
    'It has turned out that $; kindly state the provision.',
    'Provided that $, which clause matters?',
    'Just now $. What do I write in the report?',
    'Should it be that $, does anything take effect?',
    'Let me describe it: $. Any guidance?',
    'As $, what are the implications?',
    'Yesterday it was noticed that $. Advise me.',
    'Which steps are taken whenever it occurs that $?',
    'Nobody remembers how we treat it when $.',
    'Picture this: $. How would you proceed?',
    'For the record, $. Which paragraph covers it?',
    'Were it so that $, who has to act?',
    'They say $. True or not, what are the terms?',
    'In the event $, how shall it be settled?',
    'Our newcomer saw how $. Whom does it concern?',
    'Given the fact that $, name the result.',
    'Another day, another surprise: $. The official line?',
    'Supposing $, can you quote the regulation?',
    'It may be that $. Clarify, please.',
    'Look, $! Now tell us the next move.',
    'Regarding the matter where $: any ruling?',
  ],
  test: [
    'Could you walk me through it if $?',
    'My aunt wonders what is supposed to follow when $.',
    'So $. Are there consequences?',
    'Is anything foreseen for a case in which $?',
    'Under our terms, what is the effect when $?',
    'Guess what: $. Which measure do we choose?',
    'Nobody trained me for this: $. Instructions?',
    'What would you answer somebody who asks what occurs when $?',
    'After hearing that $, which action is correct?',
    'Does it matter if $, and in what way?',
    'The file says that $. Conclude, please.',
    'How do we respond once $?',
  ],
};

const TOPIC: Wordings = {
  train: [
    'What is $?',
    'Tell me $.',
    '$?',
    'I need to know $.',
    'Do you know $?',
    'Please say what $ is.',
    'Look up $ for me.',
    'What do you have on $?',
    'Explain $ to me.',
    'What is known about $?',
    'Hello. What about $?',
    'Quick question: $?',
    'Is there anything on $? Thanks.',
    'A colleague asks about $.',
    'How is $ given?',
    '$, please.',
    'Let us see $.',
    'Help me with $.',
    'Where can I read $?',
    'We have to know $ today.',
    'Good morning, what is $ these days?',
    'My friends talk about $. What is it?',
    'Write down $ for the guide.',
    'Where did we put $?',
    'Is it true that nobody knows $?',
    'Teach me $.',
    'You surely know $.',
    'In short, $?',
    'How shall I describe $ on the phone?',
    'For our meeting we need $.',
    'Show $.',
    'Between us, what is $?',
  ],
  validation: [
    'What would $ be?',
    'Name $.',
    'Somebody asked for $.',
    'Could you give me $?',
    'I am looking for $.',
    'What does it say about $?',
    'Remind me of $, would you?',
    'Can anybody tell what was agreed for $?',
    'Kindly state $.',
    'I forgot $; which was it again?',
    'For my notes: $ – how does it read?',
    'Has $ been fixed, and how?',
    'Before I print the leaflet: $, as of now?',
    'My question concerns $.',
    'Visitors keep wondering: $?',
    'Would you mind looking into $?',
    'Our client wants $ in writing.',
    'Regarding $: any details?',
    'Can you quote $?',
    'Clarify $, please.',
    'The form has a blank field for $.',
    'Someone misplaced the note with $.',
    'How do we announce $ to newcomers?',
  ],
  test: [
    'Any idea what $ might be?',
    'Put $ into one line, please.',
    'The guests want to be told $.',
    'Which value did we set for $?',
    'Check $ again.',
    'I keep forgetting $.',
    'Have we ever published $?',
    'In the contract, what was $?',
  ],
};

const OTHER: Wordings = {
  train: [
    '$: what follows?',
    'What follows from $?',
    'Given $, what holds?',
    'What is the rule for $?',
    '$. What now?',
    'Tell me what comes of $.',
    'Look up $.',
    'What do you have on $?',
    'Suppose this: $. What applies then?',
    '$?',
    'Hello. What about $?',
    'Quick question: $?',
    'Is there a rule for $? Thanks.',
    'A colleague asks about $.',
    'Imagine $. How do we go on?',
    'Help: $!',
    'Explain what $ means.',
    'Where does $ lead?',
    'Good morning, what becomes of $?',
    'My question: $. How is that decided?',
    'Here is what I saw: $. Who knows more?',
    'In short, $. Tell me the answer.',
    'Teach me about $.',
    'Do we need to react to $?',
    'Write down what is due for $.',
    'Why does $ matter?',
    'Between us, $. What can I expect?',
    'There it is: $. Your view?',
  ],
  validation: [
    'What results from $?',
    'Say we have $. What do the rules tell?',
    'What is laid down for $?',
    'Which consequence has $?',
    'Assume $. What does the rule say?',
    'What should one expect from $?',
    '$ – what is to happen?',
    'Granted $, how does it end?',
    'My question concerns $.',
    'Here we have $. Any guidance?',
    'What are the implications of $?',
    'It comes down to $; kindly state the provision.',
    '$ is on the table. Where do we stand?',
    'Regarding $: any ruling?',
    'Supposing $, can you quote the regulation?',
    'Clarify $, please.',
    'In the event of $, how shall it be settled?',
    'The matter is $. The official line?',
    'Given $ as a fact, name the result.',
  ],
  test: [
    'What is the effect of $?',
    'Consider $. Are there consequences?',
    'Could you walk me through $?',
    'Which measure goes with $?',
    'We are confronted with $. Instructions?',
    'How do we respond to $?',
  ],
};

export const WORDINGS: Readonly<Record<PremiseKind, Wordings>> = { condition: CONDITION, topic: TOPIC, other: OTHER };

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

type Synonyms = Readonly<Record<string, readonly string[]>>;

/** Plain words that may stand for each other inside a premise, by split. */
const SYNONYMS: Readonly<Record<Split, Synonyms>> = {
  train: {
    'more than': ['over'],
    'fewer than': ['under', 'not even'],
    within: ['in', 'in less than'],
    without: ['with no', 'having no'],
    a: ['some', 'this', 'one', 'another'],
    an: ['some', 'this', 'one', 'another'],
    the: ['this', 'our', 'that'],
    after: ['following', 'right after'],
    before: ['ahead of', 'right before'],
    'asks for': ['requests'],
    'is not': ["isn't"],
    'does not': ["doesn't"],
    every: ['each'],
  },
  validation: {
    'more than': ['above', 'in excess of', 'upwards of', 'exceeding'],
    'fewer than': ['less than', 'below', 'short of'],
    within: ['inside of', 'no later than', 'in under'],
    without: ['lacking', 'in the absence of', 'minus'],
    a: ['any', 'the', 'a certain', 'yet another', 'such a', 'a particular'],
    an: ['any', 'the', 'a certain', 'yet another', 'such an', 'a particular'],
    before: ['prior to', 'in advance of', 'preceding'],
    after: ['subsequent to', 'in the wake of'],
    during: ['in the course of', 'throughout', 'amid', 'for the duration of'],
    of: ['for', 'belonging to', 'concerning', 'with regard to'],
    on: ['upon'],
    while: ['at the time of'],
  },
  test: {
    'more than': ['well over'],
    'fewer than': ['not as many as'],
    within: ['in the space of'],
    without: ['not having'],
    a: ['each', 'the said'],
    an: ['each', 'the said'],
    before: ['earlier than'],
    after: ['later than'],
    of: ['at'],
    on: ['over'],
    while: ['whilst'],
    abroad: ['outside the country'],
  },
};

/** Forms of the verb that a condition may have beside its own, by split. */
const FORMS: Readonly<Record<Split, readonly (readonly [VerbForm, string])[]>> = {
  train: [['past', ''], ['bare', 'would'], ['bare', 'has to'], ['bare', 'did'], ['ing', 'is'], ['ing', 'started'], ['ing', 'was'], ['bare', 'wants to'], ['bare', 'must'], ['ing', 'goes on'], ['past', 'already'], ['bare', 'used to'], ['ing', 'likes']],
  validation: [['bare', 'will'], ['ing', 'keeps'], ['past', ''], ['ing', 'ended up'], ['bare', 'happens to'], ['past', 'just'], ['ing', 'insists on'], ['bare', 'managed to']],
  test: [['ing', 'was seen'], ['bare', 'tries to'], ['bare', 'may']],
};

/** Words that a hurried writer leaves out; in training alone. */
const LEFT_OUT = /\b(?:a|an|the|of|for|in|on|at|to)\b ?/g;
/** Shares of the words that could be exchanged, of those that could be left out, and of the verbs in another form. */
const [EXCHANGED, DROPPED, INFLECTED] = [0.5, 0.15, 0.5];

/** The premise with some of its plain words exchanged. */
export function reword(kind: PremiseKind, clause: string, split: Split, random: Random): string {
  const body = kind === 'condition' && random.chance(INFLECTED) ? inflected(clause, ...random.pick(FORMS[split])) : clause;
  return Object.entries(SYNONYMS[split]).reduce((text, [word, others]) => {
    return text.replace(new RegExp(`\\b${word}\\b`, 'g'), (found) => (random.chance(EXCHANGED) ? random.pick(others) : found));
  }, body);
}

/** A question in one wording, begun with a capital letter. */
export function worded(wording: string, body: string): string {
  return capitalised(wording.replace('$', () => body));
}

/** The same as a model meets it in training: with words left out, and with others around and between. */
export function wordedLoosely(wording: string, body: string, random: Random): string {
  const around = (texts: readonly string[]): string => (random.chance(SURROUNDED) ? random.pick(texts) : '');
  const text = wording.replace('$', () => body.replace(LEFT_OUT, (found) => (random.chance(DROPPED) ? '' : found)));
  const [before, behind] = [around(LEAD_INS), around(AFTERTHOUGHTS)];
  const whole = `${before}${before.endsWith(', ') ? text : capitalised(text)}${behind}`;
  return whole.replace(/ /g, (gap) => (random.chance(FILLED) ? ` ${filler(random)} ` : gap));
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function filler(random: Random): string {
  if (!random.chance(MADE_UP)) return random.pick(FILLERS);
  const syllables = Array.from({ length: random.integer(1, 3) }, () => SYLLABLES.map((sounds) => random.pick<string>(sounds)).join(''));
  return syllables.join('');
}
