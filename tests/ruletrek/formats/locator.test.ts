import { cellName, overlap, parsePlace } from '../../../src/ruletrek/formats/locator.ts';

const between = (a: string, b: string): number => overlap(parsePlace(a)!, parsePlace(b)!);

it.each([
  // Lines 1–4 and 3–6 share 2 of 6.
  ['L1-L4', 'L3-L6', 1 / 3],
  ['L5', 'line 5', 1],
  ['L5-L9', 'lines 5 to 9', 1],
  ['P2-P3', 'P2-P3', 1],
  ['P2', 'L2', 0],
  // 2 × 2 cells of which one is shared: 1/(4 + 1 − 1).
  ['Sales!A1:B2', 'sales!B2', 1 / 4],
  ["'Table 1'!B3", 'Table 1!B3', 1],
  ['sales#3.fee', 'sales#3', 1],
  ['sales#3.fee', 'sales#3.tax', 0],
  ['a.b.0.c', '$.a.b[0].c', 1],
  ['a.b', 'L3', 0],
])('%s and %s', (a, b, expected) => expect(between(a, b)).toBeCloseTo(expected, 12));

it('names no place', () => {
  expect(parsePlace('')).toBeNull();
  expect(parsePlace('somewhere in the middle')).toBeNull();
});

it('names columns past Z', () => {
  expect([cellName(1, 2), cellName(26, 1), cellName(27, 1), cellName(52, 9)]).toEqual(['A2', 'Z1', 'AA1', 'AZ9']);
});
