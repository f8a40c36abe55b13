/**
 * Wordings of questions about a premise, in three sets that share none: a model that has learnt from one is tested with
 * another. `$` stands for the premise without its opening word.
 */
import type { Random } from '../../random.ts';
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
  ],
  validation: ['What results if $?', 'Say that $. What do the rules tell?', 'What is laid down for the event that $?'],
  test: ['Which consequence does it have if $?', 'Assume that $. What does the rule say?', 'What should one expect in case $?', '$: what is to happen?'],
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
  ],
  validation: ['What would $ be?', 'Name $.', 'Somebody asked for $.'],
  test: ['Could you give me $?', 'I am looking for $.', 'What does it say about $?', 'Remind me of $, would you?'],
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
  ],
  validation: ['What results from $?', 'Say we have $. What do the rules tell?', 'What is laid down for $?'],
  test: ['Which consequence has $?', 'Assume $. What does the rule say?', 'What should one expect from $?', '$ – what is to happen?'],
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
  validation: { 'more than': ['above'], without: ['lacking'], a: ['any'], an: ['any'], during: ['in the course of'] },
  test: { 'more than': ['in excess of'], 'fewer than': ['less than'], within: ['inside of'], a: ['the'], an: ['the'], before: ['prior to'], during: ['throughout'] },
};

/** Words that a hurried writer leaves out; in training alone. */
const LEFT_OUT = /\b(?:a|an|the|of|for|in|on|at|to)\b ?/g;
/** Shares of the words that could be exchanged, and of those that could be left out. */
const [EXCHANGED, DROPPED] = [0.5, 0.15];

/** The premise with some of its plain words exchanged or left out. */
export function reword(body: string, split: Split, random: Random): string {
  const exchanged = Object.entries(SYNONYMS[split]).reduce((text, [word, others]) => {
    return text.replace(new RegExp(`\\b${word}\\b`, 'g'), (found) => (random.chance(EXCHANGED) ? random.pick(others) : found));
  }, body);
  return split === 'train' ? exchanged.replace(LEFT_OUT, (found) => (random.chance(DROPPED) ? '' : found)) : exchanged;
}

/** A question in one wording, each of its sentences begun with a capital letter. */
export function worded(wording: string, body: string, split: Split, random: Random): string {
  const around = (texts: readonly string[]): string => (split === 'train' && random.chance(SURROUNDED) ? random.pick(texts) : '');
  const [before, behind] = [around(LEAD_INS), around(AFTERTHOUGHTS)];
  const text = wording.replace('$', () => body);
  return `${before}${before.endsWith(', ') ? text : text.charAt(0).toUpperCase() + text.slice(1)}${behind}`;
}
