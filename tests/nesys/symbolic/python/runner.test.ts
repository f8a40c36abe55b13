/** Python rules of a user: what they score, and what becomes of those that fail. */
import type { ChoiceQuestion } from '../../../../src/nesys/question.ts';
import { openPythonRunner } from '../../../../src/nesys/symbolic/python/runner.ts';
import type { SymbolicScores } from '../../../../src/nesys/symbolic/source.ts';

const QUESTIONS: readonly ChoiceQuestion[] = [2, 1, 3].map((count, index) => ({
  id: `q${index}`,
  environment: 'plancraft',
  label: 'move',
  state: `state ${index}`,
  action: 'wait',
  choices: ['a', 'bb', 'ccc'].slice(0, count),
  correct: 0,
}));

const runner = openPythonRunner();
afterAll(() => runner.close());

const score = (source: string, questions = QUESTIONS): Promise<SymbolicScores> => runner.score(source, questions, { limitSeconds: 3 });

/** Scores of one rule, question by question. */
function columnOf({ rules, scores }: SymbolicScores, rule: string): readonly (readonly number[] | null)[] {
  const index = rules.findIndex(({ id }) => id === rule);
  return scores.map((row) => row[index]!);
}

/** What is reported of a rule: question and reason. */
function faultsOf({ faults }: SymbolicScores, rule: string): (string | null)[][] {
  return faults.filter((fault) => fault.rule === rule).map(({ question, reason }) => [question, reason]);
}

const ALL = ['q0', 'q1', 'q2'];
const onEach = (reason: string): string[][] => ALL.map((question) => [question, reason]);

const GOOD = `
import math, collections.abc
from collections import Counter
import os

LIMIT = 2

def helper(text):
    return Counter(text)

class Pair:
    def __init__(self, first):
        self.first = first

def rule_length(state, action, choice):
    """Longer is better.

    Up to a limit."""
    print(choice)
    return min(len(choice), LIMIT)

def rule_first(state: str, action: str, choice: str) -> float:
    return math.sqrt(helper(choice)["a"]) * (action == "wait")

def rule_second_state(state, action, choice):
    return 0.5 if state.endswith("1") else Pair(0).first
`;

const LOOP = `
def rule_before(state, action, choice):
    return 1

def rule_loop(state, action, choice):
    while state != "state 1":
        try:
            pass
        except BaseException:
            pass
    return 0.25
`;

const BAD = `
def rule_os(state, action, choice):
    return os.getpid()

def rule_import_os(state, action, choice):
    import os
    return 1

def rule_import_socket(state, action, choice):
    import socket
    return 1

def rule_import_js(state, action, choice):
    from js import process
    return 1

def rule_open(state, action, choice):
    return len(open("/etc/passwd").read())

def rule_text(state, action, choice):
    return "high"

def rule_nothing(state, action, choice):
    pass

def rule_infinite(state, action, choice):
    return float("inf") if state == "state 2" else 0.25

def rule_huge(state, action, choice):
    return 10 ** 400

def rule_prints(state, action, choice):
    try:
        for _ in range(10):
            print("x" * 10_000)
    except Exception:
        pass
    return 1

def rule_message(state, action, choice):
    raise ValueError("x" * 100_000)

def rule_memory(state, action, choice):
    return len("x" * 10 ** 9)

def rule_deep(state, action, choice):
    return rule_deep(state, action, choice)

def rule_inside(state, action, choice):
    return len(().__class__.__base__.__subclasses__())

def rule_frame(state, action, choice):
    return len((x for x in ()).gi_frame.f_builtins)

def rule_matches(state, action, choice):
    match choice:
        case object(__class__=found):
            return 1

def rule_places(state, action, choice):
    every = type("Every", (), {"__match_" + "args__": ("__globals__",)})
    match rule_text:
        case every(found):
            return 1

def rule_imports_name(state, action, choice):
    from math import __getattribute__ as found
    return 1

def rule_evaluates(state, action, choice):
    import typing
    return typing.ForwardRef("__import__('os').getpid()").evaluate()

def rule_module(state, action, choice):
    import random
    return 1

def rule_two_arguments(state, action):
    return 1

def rule_after(state, action, choice):
    return 1
`;

describe('a file of rules', () => {
  let result: SymbolicScores;
  beforeAll(async () => {
    result = await score(GOOD + BAD);
  });

  it('has its functions rule_… in their order, with the first lines of their descriptions', () => {
    expect(result.rules.slice(0, 3)).toEqual([
      { id: 'rule_length', about: 'Longer is better.' },
      { id: 'rule_first', about: '' },
      { id: 'rule_second_state', about: '' },
    ]);
    expect(result.rules.map(({ id }) => id)).toEqual([...(GOOD + BAD).matchAll(/def (rule_\w+)/g)].map((match) => match[1]));
  });

  it('scores every choice; a rule that scores all 0 says nothing', () => {
    expect(columnOf(result, 'rule_length')).toEqual([[1, 2], [1], [1, 2, 2]]);
    expect(columnOf(result, 'rule_first')).toEqual([[1, 0], [1], [1, 0, 0]]);
    expect(columnOf(result, 'rule_second_state')).toEqual([null, [0.5], null]);
    expect(['rule_length', 'rule_first', 'rule_second_state'].flatMap((rule) => faultsOf(result, rule))).toEqual([]);
  });

  it('goes on after all that fail', () => {
    expect(columnOf(result, 'rule_after')).toEqual([[1, 1], [1], [1, 1, 1]]);
    expect(faultsOf(result, 'rule_after')).toEqual([]);
  });

  it('names what its top level may not do', () => {
    expect(faultsOf(result, 'top level, line 4')).toEqual([[null, 'import of os is refused (line 4)']]);
  });

  it.each([
    ['rule_os', /^NameError: name 'os' is not defined.* \(line \d+\)$/],
    ['rule_import_os', /^import of os is refused \(line \d+\)$/],
    ['rule_import_socket', /^import of socket is refused \(line \d+\)$/],
    ['rule_import_js', /^import of js is refused \(line \d+\)$/],
    ['rule_module', /^import of random is refused \(line \d+\)$/],
    ['rule_open', /^NameError: name 'open' is not defined/],
    ['rule_text', /^returns str, not a number$/],
    ['rule_nothing', /^returns NoneType, not a number$/],
    ['rule_huge', /^OverflowError/],
    ['rule_prints', /^prints more than 65536 characters$/],
    ['rule_message', /^ValueError: x{188}… \(line \d+\)$/],
    ['rule_evaluates', /^AttributeError: module 'typing' has no attribute 'ForwardRef'/],
    ['rule_memory', /^MemoryError/],
    ['rule_deep', /^RecursionError/],
    ['rule_two_arguments', /^TypeError: rule_two_arguments\(\) takes 2 positional arguments but 3 were given$/],
  ])('%s fails on each question, and scores 0', (rule, reason) => {
    const faults = faultsOf(result, rule);
    expect(faults).toEqual(onEach(faults[0]![1]!));
    expect(faults[0]![1]).toMatch(reason);
    expect(columnOf(result, rule)).toEqual([null, null, null]);
  });

  it('may not match classes by position', () => {
    expect(faultsOf(result, 'rule_places')).toEqual([[null, expect.stringMatching(/^matches a class by position, which rules may not \(line \d+\): name the attributes$/)]]);
  });

  it('fails on single questions alone', () => {
    expect(columnOf(result, 'rule_infinite')).toEqual([[0.25, 0.25], [0.25], null]);
    expect(faultsOf(result, 'rule_infinite')).toEqual([['q2', 'returns inf, which is not finite']]);
  });

  it.each([
    ['rule_inside', '__subclasses__'],
    ['rule_frame', 'f_builtins'],
    ['rule_matches', '__class__'],
    ['rule_imports_name', '__getattribute__'],
  ])('%s is not run at all', (rule, name) => {
    expect(faultsOf(result, rule)).toEqual([[null, expect.stringMatching(`^uses ${name}, which rules may not \\(line \\d+\\)$`)]]);
    expect(columnOf(result, rule)).toEqual([null, null, null]);
  });
});

it('a rule that loops is stopped, keeps its other scores, and after two stops is asked no more', async () => {
  const result = await score(LOOP, [...QUESTIONS, QUESTIONS[0]!]);
  const late = 'takes longer than 3 s';
  expect(columnOf(result, 'rule_before')).toEqual([[1, 1], [1], [1, 1, 1], [1, 1]]);
  expect(columnOf(result, 'rule_loop')).toEqual([null, [0.25], null, null]);
  expect(result.faults).toEqual([
    { rule: 'rule_loop', question: 'q0', reason: late },
    { rule: 'rule_loop', question: 'q2', reason: late },
    { rule: 'rule_loop', question: null, reason: 'stopped 2 times; 1 questions were not asked' },
  ]);
});

it('a file that cannot be loaded again after a rule was stopped says so, for the rules that are left', async () => {
  // Python runs already; the top level comes to an end within two seconds from now, and never later.
  await score('def rule_first(s, a, c):\n    return 1\n');
  const late = `import datetime\nwhile datetime.datetime.now().timestamp() > ${Date.now() / 1000 + 2}: pass\n`;
  const result = await score(`${late}\ndef rule_before(s, a, c):\n    return 1\n\ndef rule_loop(s, a, c):\n    while True:\n        pass\n\ndef rule_after(s, a, c):\n    return 1\n`);
  const reason = (count: number): string => `the top level of the file takes longer than 3 s, when Python started anew; ${count} questions were not asked`;
  expect(columnOf(result, 'rule_before')).toEqual([[1, 1], [1], [1, 1, 1]]);
  expect(result.faults).toEqual([
    { rule: 'rule_loop', question: 'q0', reason: 'takes longer than 3 s' },
    { rule: 'rule_loop', question: null, reason: reason(2) },
    { rule: 'rule_after', question: null, reason: reason(3) },
  ]);
});

describe('a file that is no Python', () => {
  const broken = `
def rule_one(s, a, c):
    return 1

def rule_open(s, a, c):
    return (1

@staticmethod
def rule_colon(s, a, c)
    return 1

def rule_last(s, a, c): return -2
`;

  it('keeps the rules that are', async () => {
    const result = await score(broken);
    expect(result.rules.map(({ id }) => id)).toEqual(['rule_one', 'rule_open', 'rule_colon', 'rule_last']);
    expect(columnOf(result, 'rule_one')).toEqual([[1, 1], [1], [1, 1, 1]]);
    expect(columnOf(result, 'rule_last')).toEqual([[-2, -2], [-2], [-2, -2, -2]]);
    expect(result.faults).toEqual([
      { rule: 'rule_open', question: null, reason: "SyntaxError: '(' was never closed (line 6)" },
      { rule: 'rule_colon', question: null, reason: "SyntaxError: expected ':' (line 9)" },
    ]);
  });

  it('has no rules where none has the name of one', async () => {
    const result = await score('def other(s, a, c):\n    return 1\n');
    expect(result).toEqual({ rules: [], scores: [[], [], []], faults: [] });
  });
});

it('tells how far it is', async () => {
  const told: unknown[][] = [];
  await runner.score('def rule_a(s, a, c): return 1\ndef rule_b(s, a, c): return 1', QUESTIONS, { progress: (...now) => told.push(now) });
  expect(told).toEqual([['rule_a', 1, 2], ['rule_b', 2, 2]]);
});

it('a file whose top level loops scores nothing, and says so for each rule', async () => {
  const result = await score('while True:\n    pass\n\ndef rule_never(s, a, c):\n    return 1\n');
  const reason = 'the top level of the file takes longer than 3 s';
  expect(result).toEqual({
    rules: [{ id: 'rule_never', about: '' }],
    scores: [[null], [null], [null]],
    faults: ['top level', 'rule_never'].map((rule) => ({ rule, question: null, reason })),
  });
});
