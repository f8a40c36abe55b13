import { parseFact, parseRule, parseStatement, sentencesOf } from '../../src/outside/prontoqa-sentence.ts';

describe('parseRule', () => {
  it.each([
    ['Each yumpus is a dumpus.', 'yumpus', { kind: 'class', name: 'dumpus' }, 'each'],
    ['Every jompus is an impus.', 'jompus', { kind: 'class', name: 'impus' }, 'every'],
    ['Rompuses are yumpuses.', 'rompus', { kind: 'class', name: 'yumpus' }, 'plural'],
    ['Every vumpus is earthy.', 'vumpus', { kind: 'property', name: 'earthy', negated: false }, 'every'],
    ['Dumpuses are not wooden.', 'dumpus', { kind: 'property', name: 'wooden', negated: true }, 'plural'],
  ])('%s', (sentence, subject, conclusion, wording) => {
    expect(parseRule(sentence)).toEqual({ subject, conclusion, wording });
  });

  it.each(['Max is a yumpus.', 'Each cat is a dog.', 'Each yumpus is not a dumpus.', 'Each yumpus is a dumpus'])('not of %s', (sentence) => {
    expect(parseRule(sentence)).toBeNull();
  });
});

it('facts give the class of the individual', () => {
  expect(parseFact('Alex is an impus.')).toBe('impus');
  expect(parseFact('Alex is a cat.')).toBeNull();
});

it('statements affirm or deny a property', () => {
  expect(parseStatement('Alex is not dull.')).toEqual({ property: 'dull', negated: true });
  expect(parseStatement('Alex is dull.')).toEqual({ property: 'dull', negated: false });
  expect(parseStatement('Is Alex dull?')).toBeNull();
});

it('contexts fall apart at full stops', () => {
  expect(sentencesOf('Zumpuses are red. Max is a zumpus.')).toEqual(['Zumpuses are red.', 'Max is a zumpus.']);
});
