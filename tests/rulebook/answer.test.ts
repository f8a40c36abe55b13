import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import type { Answer, AnswerEvent } from '../../src/rulebook/answer-event.ts';
import { answerQuestion } from '../../src/rulebook/answer.ts';
import type { Answerer } from '../../src/rulebook/answerer.ts';
import { openRuleStore, type RuleSnapshot, type RuleStore } from '../../src/rulebook/store.ts';
import { groundsText, writeAnswer } from '../../src/rulebook/terminal.ts';
import { tokenText } from '../../src/rulebook/token-text.ts';
import { randomAnswerer, rulesFile } from './support.ts';

const QUESTION = 'A enters bridge. What state is A in?';
let answerer: Answerer;
let store: RuleStore;

beforeAll(async () => {
  await initBackend();
  answerer = randomAnswerer();
  store = await openRuleStore(rulesFile(), answerer.encoder, () => undefined);
});
afterAll(() => store.close());

const events = (question = QUESTION, snapshot: RuleSnapshot = store.snapshot()): AnswerEvent[] => [...answerQuestion(answerer, snapshot, question, { needed: 12 })];
const answerOf = (all: readonly AnswerEvent[]): Answer => (all.at(-1) as Extract<AnswerEvent, { kind: 'answer' }>).answer;

describe('an answer', () => {
  it('is the text that came before it, step by step, with the rules of each', () => {
    const all = events();
    const answer = answerOf(all);
    const texts = all.flatMap((event) => (event.kind === 'text' ? [event.text] : []));
    expect(texts.join('')).toBe(answer.text);
    expect(answer.text).not.toContain('<search>');
    const rules = all.flatMap((event) => (event.kind === 'rules' ? [event] : []));
    expect(rules.length).toBeGreaterThan(1);
    expect(rules.map(({ step }) => step)).toEqual(rules.map((_, at) => at + 1));
    expect(answer.steps.map((step) => step.rules)).toEqual(rules.map((event) => event.rules));
    expect(answer.steps.map(({ text }) => text).join(' ').replace(/ +/g, ' ').trim()).toBe(answer.text.replace(/ +/g, ' ').trim());
  });

  it('names at most as many rules a step as the model attends to, best first', () => {
    for (const { rules } of answerOf(events()).steps) {
      expect(rules).toHaveLength(4);
      const relevance = rules.map((rule) => rule.relevance);
      expect(relevance).toEqual(relevance.toSorted((a, b) => b - a));
      for (const { id, premise, conclusion } of rules) expect(store.snapshot().rules).toContainEqual({ id, premise, conclusion });
    }
  });

  it('is cut off where it must be, and counts its tokens', () => {
    const answer = answerOf(events());
    expect(answer).toMatchObject({ finish: 'length', completionTokens: 12, rulesVersion: 0 });
    expect(answer.promptTokens).toBe(answerer.format.tokenizer.encode(`Question: ${QUESTION}\nAnswer:`).length + 1);
  });

  it('has as many tokens as there is room for, where nobody says how many', () => {
    const { model } = answerer.dynarule;
    const prompt = answerOf(events()).promptTokens;
    const short = { ...answerer, dynarule: { ...answerer.dynarule, model: { ...model, config: { ...model.config, maxPositions: prompt + 3 } } } };
    expect(answerOf([...answerQuestion(short, store.snapshot(), QUESTION)]).completionTokens).toBe(3);
    expect(answerOf([...answerQuestion(answerer, store.snapshot(), QUESTION, { atMost: 2 })]).completionTokens).toBe(2);
  });

  it('does not change with an edit that comes while it is decoded', async () => {
    const own = await openRuleStore(rulesFile(), answerer.encoder, () => undefined);
    const decoding = answerQuestion(answerer, own.snapshot(), QUESTION, { needed: 12 });
    const first = decoding.next().value as AnswerEvent;
    await own.edit({ remove: own.snapshot().rules.slice(1).map(({ id }) => id) });
    expect(answerOf([first, ...decoding])).toEqual(answerOf(events()));
    expect(answerOf(events(QUESTION, own.snapshot())).steps[0]!.rules).toHaveLength(1);
    await own.close();
  });

  it('leaves no tensors, given up or refused', () => {
    const before = tf.memory().numTensors;
    for (const event of answerQuestion(answerer, store.snapshot(), QUESTION, { needed: 12 })) if (event.kind === 'text') break;
    expect(() => events('word '.repeat(300))).toThrow(/a question of at most 244 tokens \(the model's 256 less 12/);
    expect(() => events(QUESTION, { version: 0, rules: [], vectors: new Map() })).toThrow('at least one rule');
    expect(tf.memory().numTensors).toBe(before);
  });
});

describe('an answer that quotes', () => {
  const quoting = (question = QUESTION, snapshot = store.snapshot()) => [...answerQuestion({ ...answerer, answers: 'quoted' }, snapshot, question, { needed: 12 })];

  it('says of each step what the rule concludes that was found first, and boxes these conclusions', () => {
    const all = quoting();
    const answer = answerOf(all);
    const said = answer.steps.map(({ rules }) => rules[0]!.conclusion);
    expect(new Set(said).size).toBe(said.length);
    expect(answer.answer).toBe(said.join(', '));
    expect(answer.text).toBe(`${said.map((conclusion) => `[Step] ${conclusion}`).join(' ')} \\boxed{${said.join(', ')}}`);
    expect(all.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('')).toBe(answer.text);
  });

  it('was cut off where its tokens were over before the model had found a rule again, and was not where it had', () => {
    const whole = answerOf(quoting());
    expect(whole.finish).toBe('stop');
    expect(whole.completionTokens).toBeLessThanOrEqual(12);
    const cut = answerOf([...answerQuestion({ ...answerer, answers: 'quoted' }, store.snapshot(), QUESTION, { atMost: 1 })]);
    expect(cut).toMatchObject({ finish: 'length', completionTokens: 1 });
    expect(cut.answer).toBe(cut.steps.map(({ rules }) => rules[0]!.conclusion).join(', '));
  });

  it('quotes a rule as it is now', async () => {
    const own = await openRuleStore(rulesFile(['{"id": "only", "premise": "If A enters bridge", "conclusion": "it will {shine}"}']), answerer.encoder, () => undefined);
    expect(answerOf(quoting(QUESTION, own.snapshot()))).toMatchObject({ answer: 'it will {shine}', steps: [{ text: '[Step] it will {shine} \\boxed{it will {shine}}' }] });
    await own.edit({ change: [{ id: 'only', premise: 'If A enters bridge', conclusion: 'it will sing' }] });
    expect(answerOf(quoting(QUESTION, own.snapshot())).answer).toBe('it will sing');
    await own.close();
  });
});

describe('a refusal', () => {
  const refusing = (threshold: number, steps: 'first' | 'every' = 'first') =>
    [...answerQuestion({ ...answerer, refusal: { score: 'best', steps, threshold } }, store.snapshot(), QUESTION, { needed: 12 })];

  it('ends the answer, with the rules that were nearest', () => {
    const before = tf.memory().numTensors;
    const all = refusing(Infinity);
    expect(all.map(({ kind }) => kind)).toEqual(['rules', 'text', 'answer']);
    expect(answerOf(all)).toMatchObject({ text: 'No rule applies.', answer: null, refused: true, finish: 'stop', steps: [{ text: 'No rule applies.' }] });
    expect(answerOf(all).steps[0]!.rules).toEqual(answerOf(events()).steps[0]!.rules);
    // It is whole also where its first token was the last that was allowed.
    const short = [...answerQuestion({ ...answerer, refusal: { score: 'best', steps: 'first', threshold: Infinity } }, store.snapshot(), QUESTION, { atMost: 1 })];
    expect(answerOf(short)).toMatchObject({ refused: true, finish: 'stop' });
    expect(tf.memory().numTensors).toBe(before);
  });

  it('leaves what is above the threshold as it was', () => {
    expect(refusing(-Infinity)).toEqual(events());
    expect(answerOf(events()).refused).toBe(false);
  });

  it('may come in a later step', () => {
    const best = answerOf(events()).steps.map(({ rules }) => rules[0]!.relevance);
    const later = best.findIndex((value, at) => at > 0 && value < best[0]!);
    expect(later).toBeGreaterThan(0);
    const between = (best[0]! + best[later]!) / 2;
    expect(answerOf(refusing(between)).refused).toBe(false);
    expect(answerOf(refusing(between, 'every'))).toMatchObject({ refused: true, text: expect.stringMatching(/No rule applies\.$/) as string });
  });

  it('is said on the terminal', () => {
    expect(groundsText({ ...answerOf(refusing(Infinity)), steps: [] })).toBe('answer: none, no rule applies\n');
  });
});

describe('on a terminal', () => {
  const rule = { id: '7', premise: 'If A enters bridge', conclusion: 'it will become sleepy', relevance: 7.5249 };
  const answer: Answer = {
    text: '[Step] so \\boxed{sleepy}',
    answer: 'sleepy',
    refused: false,
    steps: [{ text: '[Step] so \\boxed{sleepy}', rules: [rule, { ...rule, id: '8', relevance: 1 }, { ...rule, id: '9', relevance: -2 }, rule, rule] }],
    rulesVersion: 0,
    promptTokens: 3,
    completionTokens: 4,
    finish: 'stop',
  };

  it('shows the box, each step, and its best rules', () => {
    expect(groundsText(answer).split('\n')).toEqual([
      'answer: sleepy',
      '',
      'step 1: so \\boxed{sleepy}',
      '    7.52  rule 7: If A enters bridge, it will become sleepy.',
      '    1.00  rule 8: If A enters bridge, it will become sleepy.',
      '   -2.00  rule 9: If A enters bridge, it will become sleepy.',
      '          and 2 more, less relevant',
      '',
    ]);
  });

  it('says that there is none, and that it was cut off', () => {
    expect(groundsText({ ...answer, answer: null, finish: 'length', steps: [] })).toBe('answer: none (cut off before it was finished)\n');
  });

  it('writes the text as it comes', () => {
    const written: string[] = [];
    writeAnswer([{ kind: 'text', text: '[Step]' }, { kind: 'rules', step: 1, rules: [] }, { kind: 'text', text: ' so' }, { kind: 'answer', answer }], (text) => written.push(text));
    expect(written.slice(0, 2)).toEqual(['[Step]', ' so']);
    expect(written[2]).toMatch(/^\nanswer: sleepy\n/);
  });
});

describe('text of single tokens', () => {
  // "é" is two bytes, here two tokens; id 9 is beyond the tokenizer, as <search> is.
  const bytes: Readonly<Record<number, number[]>> = { 0: [0x61], 1: [0xc3], 2: [0xa9], 3: [0x62] };
  const tokenizer = { vocabSize: 4, decode: (ids: readonly number[]) => Buffer.from(ids.flatMap((id) => bytes[id]!)).toString('utf8') };

  it('comes when its letters are whole', () => {
    const next = tokenText(tokenizer);
    expect([0, 1, 2, 3].map(next)).toEqual(['a', '', 'é', 'b']);
  });

  it('goes on behind a <search>, which has none', () => {
    const next = tokenText(tokenizer);
    expect([0, 9, 0, 3].map(next)).toEqual(['a', '', 'a', 'b']);
  });
});
