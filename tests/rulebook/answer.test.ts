import { initBackend } from '../../src/backend/init.ts';
import { tf } from '../../src/backend/tf.ts';
import { answerQuestion, type Answer, type Answerer, type AnswerEvent } from '../../src/rulebook/answer.ts';
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

describe('on a terminal', () => {
  const rule = { id: '7', premise: 'If A enters bridge', conclusion: 'it will become sleepy', relevance: 7.5249 };
  const answer: Answer = {
    text: '[Step] so \\boxed{sleepy}',
    answer: 'sleepy',
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
