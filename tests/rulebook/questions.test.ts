/** Questions made of rules: by templates, and from what a chat model replies. */
import { exampleRules } from '../../bench/example-rules.ts';
import { findClashes } from '../../src/rulebook/clash.ts';
import { templateQuestions } from '../../src/rulebook/questions/from-templates.ts';
import { inflected } from '../../src/rulebook/questions/inflect.ts';
import { premiseParts } from '../../src/rulebook/questions/premise.ts';
import { checkedQuestions, nearestPremises, questionPrompt } from '../../src/rulebook/questions/reply.ts';
import { SPLITS, WORDINGS } from '../../src/rulebook/questions/wordings.ts';

const PARCEL = { id: 'parcel', premise: 'If a customer returns a parcel within 30 days', conclusion: 'the full price is refunded' };
const INVOICE = { id: 'invoice', premise: 'If a customer pays by invoice', conclusion: 'a fee of 4 euros applies' };
const MEETING = { id: 'meeting', premise: 'the purpose of the meeting', conclusion: 'to save time' };
const COUNTS = { train: 12, validation: 2, test: 3 };

describe('premises', () => {
  it.each([
    ['If a customer pays', 'condition', 'a customer pays'],
    ['Whenever it rains', 'condition', 'it rains'],
    ['the purpose of the meeting', 'topic', 'the purpose of the meeting'],
    ['Enter(A, Bridge)', 'other', 'Enter(A, Bridge)'],
    ['late payment', 'other', 'late payment'],
  ])('%s', (premise, kind, body) => {
    expect(premiseParts(premise)).toEqual({ kind, body });
  });
});

describe('verbs', () => {
  it.each([
    ['a customer returns a parcel', 'a customer returned a parcel', 'a customer is returning a parcel', 'a customer would return a parcel'],
    // Nouns in -s stand after an article; a helper behind the verb belongs to another clause.
    ['a works council member loses a badge after the term has ended', 'a works council member lost a badge after the term has ended', 'a works council member is losing a badge after the term has ended', 'a works council member would lose a badge after the term has ended'],
    ['A relies on B', 'A relied on B', 'A is relying on B', 'A would rely on B'],
    ['a team misses the bus', 'a team missed the bus', 'a team is missing the bus', 'a team would miss the bus'],
    ['the owner plans a trip', 'the owner planned a trip', 'the owner is planning a trip', 'the owner would plan a trip'],
  ])('%s', (clause, past, going, would) => {
    expect([inflected(clause, 'past'), inflected(clause, 'ing', 'is'), inflected(clause, 'bare', 'would')]).toEqual([past, going, would]);
  });

  it.each(['a bus is late', '3 customers order', 'a player does not roll doubles', 'Enter(A, Bridge)'])('stay in: %s', (clause) => {
    expect(inflected(clause, 'past')).toBe(clause);
  });
});

describe('questions by templates', () => {
  const questions = templateQuestions([PARCEL, INVOICE, MEETING], COUNTS, 'seed');

  it('are as many as asked for, about every premise, in every split', () => {
    // 3 in the test's wordings, 3 more in those of training
    expect(questions).toHaveLength(3 * (12 + 2 + 3 + 3));
    const ofInvoice = (split: string) => questions.filter((question) => question.split === split && question.rules[0] === 'invoice');
    expect(SPLITS.map((split) => ofInvoice(split).length)).toEqual([12, 2, 6]);
    expect(ofInvoice('test').map(({ by }) => by)).toEqual([...Array(3).fill('template'), ...Array(3).fill('trained template')]);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  });

  it('share no wording between splits', () => {
    for (const wordings of Object.values(WORDINGS)) {
      const all = SPLITS.flatMap((split) => wordings[split]);
      expect(new Set(all).size).toBe(all.length);
    }
    const texts = (split: string) => new Set(questions.filter((question) => question.split === split).map(({ text }) => text));
    expect([...texts('test')].filter((text) => texts('train').has(text) || texts('validation').has(text))).toEqual([]);
  });

  it('ask about rules of one premise together', () => {
    const twice = templateQuestions([PARCEL, { ...PARCEL, id: 'second', premise: 'if A customer returns a parcel  within 30 days', conclusion: 'a note is made' }], { train: 1, validation: 0, test: 0 }, 'seed');
    expect(twice.map(({ rules }) => rules)).toEqual([['parcel', 'second']]);
  });

  it('depend on the seed alone', () => {
    expect(templateQuestions([PARCEL], COUNTS, 'seed')).toEqual(templateQuestions([PARCEL, INVOICE], COUNTS, 'seed').filter(({ rules }) => rules[0] === 'parcel'));
    expect(templateQuestions([PARCEL], COUNTS, 'other')).not.toEqual(templateQuestions([PARCEL], COUNTS, 'seed'));
  });

  it('keep what tells the premise apart', () => {
    for (const { text } of templateQuestions([PARCEL], COUNTS, 'seed')) expect(text).toMatch(/customer.* return.* parcel.* 30.* days/i);
  });
});

describe('questions in a reply', () => {
  const nearest = nearestPremises([PARCEL, INVOICE, MEETING]);
  const kept = (reply: string, rule = PARCEL) => checkedQuestions(reply, rule, nearest);

  it('are asked for with the rule', () => {
    expect(questionPrompt(PARCEL, 4)[0]?.content).toMatch(/^Write 4 questions[^]*Rule: If a customer returns a parcel within 30 days, the full price is refunded\.$/);
  });

  it('lose the marks of a list, and count once', () => {
    const line = 'What happens when a parcel is returned by a customer after 30 days?';
    expect(kept(`1. ${line}\n- ${line}\n\n* ${line.toUpperCase()}`)).toEqual([line]);
  });

  it.each([
    ['a statement', 'A customer returns a parcel within 30 days.'],
    ['the answer', 'Is it true that the full price is refunded if a customer returns a parcel within 30 days?'],
    ['another number', 'What if a customer returns a parcel within 14 days?'],
    ['no number', 'What if a customer returns a parcel?'],
    ['too few words of the premise', 'What about 30 things?'],
    ['nearer to another rule', 'What if a customer pays an invoice, 30 of them?'],
    ['too long', `What if a customer returns a parcel within 30 days${' and waits'.repeat(40)}?`],
  ])('are refused for %s', (_, line) => {
    expect(kept(line)).toEqual([]);
  });
});

describe('the example rules', () => {
  it('are as many as asked for, without a clash, and begin with those of a smaller set', () => {
    const rules = exampleRules(500);
    expect(rules).toHaveLength(500);
    expect(findClashes(rules)).toEqual([]);
    expect(exampleRules(20)).toEqual(rules.slice(0, 20));
  });
});
