/** Three small theories in PrOntoQA's published form. */
export interface PublishedEntry {
  readonly id: string;
  readonly context: string;
  readonly question: string;
  readonly answer: string;
  readonly explanation: readonly string[];
}

/** Wumpus → jompus → impus, which is sweet; a dumpus, which no wumpus is, is not. */
export const FIRST: PublishedEntry = {
  id: 'first',
  context:
    'Every wumpus is not cold. Each wumpus is a jompus. Jompuses are loud. Jompuses are impuses. Each impus is sweet. Every dumpus is not sweet. Rex is a wumpus.',
  question: 'Is the following statement true or false? Rex is not sweet.',
  answer: 'B',
  explanation: [
    'Rex is a wumpus.',
    'Each wumpus is a jompus.',
    'Rex is a jompus.',
    'Jompuses are impuses.',
    'Rex is an impus.',
    'Each impus is sweet.',
    'Rex is sweet.',
  ],
};

/** The same names, another order: impus → wumpus, which is not happy. */
export const SECOND: PublishedEntry = {
  id: 'second',
  context: 'Each impus is a wumpus. Wumpuses are not happy. Sam is an impus.',
  question: 'Is the following statement true or false? Sam is not happy.',
  answer: 'A',
  explanation: ['Sam is an impus.', 'Each impus is a wumpus.', 'Sam is a wumpus.', 'Wumpuses are not happy.', 'Sam is not happy.'],
};

export const THIRD: PublishedEntry = { ...SECOND, id: 'third' };
