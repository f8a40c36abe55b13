/** Orders in which facts and question stand in a text: conditional, temporal, interrogative. */
import { capitalised } from './template.ts';

/** Clauses of the facts and the question, without capitals; the question with its mark. */
export interface LayoutInput {
  readonly clauses: readonly string[];
  readonly ask: string;
  readonly mark: '?' | '.';
}

export interface Layout {
  readonly name: string;
  /** The least number of clauses that it can be used with. */
  readonly clauses: 1 | 2;
  /** Whether the question comes before the facts. */
  readonly askFirst: boolean;
  readonly compose: (input: LayoutInput) => { readonly facts: string; readonly ask: string };
}

const all = (clauses: readonly string[]): string => clauses.join(' and ');
const sentence = (text: string, mark: string): string => `${capitalised(text)}${mark}`;

/** "If A is a tiny cat, how many …?" */
function opening(name: string, word: string): Layout {
  return {
    name,
    clauses: 1,
    askFirst: false,
    compose: ({ clauses, ask, mark }) => ({ facts: '', ask: `${word} ${all(clauses)}, ${ask}${mark}` }),
  };
}

/** "How many … if A is a tiny cat?" */
function closing(name: string, word: string): Layout {
  return {
    name,
    clauses: 1,
    askFirst: true,
    compose: ({ clauses, ask, mark }) => ({ facts: '', ask: `${capitalised(ask)} ${word} ${all(clauses)}${mark}` }),
  };
}

/** "A is a tiny cat. If B chases A, how many …?" */
function split(name: string, word: string): Layout {
  return {
    name,
    clauses: 2,
    askFirst: false,
    compose: ({ clauses: [first = '', ...rest], ask, mark }) => ({
      facts: sentence(first, '.'),
      ask: `${word} ${all(rest)}, ${ask}${mark}`,
    }),
  };
}

/** Layouts whose facts are sentences of their own, so that a merger may put all facts before all questions. */
export const SEPARABLE_LAYOUTS: readonly Layout[] = [
  {
    name: 'sentences',
    clauses: 1,
    askFirst: false,
    compose: ({ clauses, ask, mark }) => ({
      facts: clauses.map((clause) => sentence(clause, '.')).join(' '),
      ask: sentence(ask, mark),
    }),
  },
  {
    name: 'joined',
    clauses: 1,
    askFirst: false,
    compose: ({ clauses, ask, mark }) => ({ facts: sentence(all(clauses), '.'), ask: sentence(ask, mark) }),
  },
  {
    name: 'suppose',
    clauses: 1,
    askFirst: false,
    compose: ({ clauses, ask, mark }) => ({ facts: `Suppose ${all(clauses)}.`, ask: sentence(ask, mark) }),
  },
];

export const LAYOUTS: readonly Layout[] = [
  ...SEPARABLE_LAYOUTS,
  opening('if-first', 'If'),
  opening('when-first', 'When'),
  opening('after-first', 'After'),
  opening('given-first', 'Given that'),
  closing('if-last', 'if'),
  closing('when-last', 'when'),
  closing('given-last', 'given that'),
  split('then-if', 'If'),
  split('then-when', 'When'),
  split('then-after', 'After'),
  {
    name: 'so',
    clauses: 1,
    askFirst: false,
    compose: ({ clauses, ask, mark }) => ({ facts: '', ask: sentence(`${all(clauses)}, so ${ask}`, mark) }),
  },
];
