import { readFileSync } from 'node:fs';
import { termsOf, termWeights, type SparseMatrix } from '../../../src/nesys/clustering/tfidf.ts';
import { truncatedSvd } from '../../../src/nesys/clustering/truncated-svd.ts';
import { umapProjection } from '../../../src/nesys/clustering/umap.ts';

interface Reference {
  readonly texts: readonly string[];
  readonly terms: readonly string[];
  readonly weights: readonly (readonly number[])[];
  readonly singular: readonly number[];
  readonly distances: readonly (readonly number[])[];
}

const oracle = JSON.parse(readFileSync(new URL('../../oracle/tfidf.json', import.meta.url), 'utf8')) as Reference;

function dense({ rows, width }: SparseMatrix): number[][] {
  return rows.map(({ columns, values }) => {
    const row = new Array<number>(width).fill(0);
    columns.forEach((column, i) => (row[column] = values[i]!));
    return row;
  });
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, i) => value - b[i]!));
}

describe('termWeights', () => {
  it('takes terms of two characters and more, in lower case', () => {
    expect(termsOf('Saw a LOG, 12 ore_piles; 3 x')).toEqual(['saw', 'log', '12', 'ore_piles']);
  });

  it('has the weights that one works out by hand', () => {
    // idf: "log" in both texts: ln(3/3) + 1 = 1; "saw" in one: ln(3/2) + 1 = 1.4054651.
    // First row: log 1, saw 2·1.4054651 = 2.8109302; length √(1 + 7.9013286) = 2.9835095.
    const { terms, rows } = termWeights(['saw saw log', 'log']);
    expect(terms).toEqual(['log', 'saw']);
    expect(rows[0]?.columns).toEqual([0, 1]);
    expect(rows[0]?.values[0]).toBeCloseTo(0.3351757, 6);
    expect(rows[0]?.values[1]).toBeCloseTo(0.9421557, 6);
    expect(rows[1]).toEqual({ columns: [0], values: [1] });
  });

  it("equals scikit-learn's TfidfVectorizer", () => {
    const weights = termWeights(oracle.texts);
    expect(weights.terms).toEqual(oracle.terms);
    dense(weights).forEach((row, i) => row.forEach((value, j) => expect(value).toBeCloseTo(oracle.weights[i]![j]!, 9)));
  });
});

describe('truncatedSvd', () => {
  const weights = termWeights(oracle.texts);
  const rows = truncatedSvd(weights, 3, 'svd test');

  it("has scikit-learn's singular values, and its distances between rows", () => {
    const lengths = [0, 1, 2].map((j) => Math.hypot(...rows.map((row) => row[j]!)));
    lengths.forEach((length, j) => expect(length).toBeCloseTo(oracle.singular[j]!, 7));
    rows.forEach((a, i) => rows.forEach((b, j) => expect(distance(a, b)).toBeCloseTo(oracle.distances[i]![j]!, 7)));
  });

  it('keeps no more columns than the matrix has rank for, and all distances with them', () => {
    const full = truncatedSvd(weights, 50, 'svd test');
    expect(full[0]).toHaveLength(oracle.texts.length);
    const original = dense(weights);
    full.forEach((a, i) => full.forEach((b, j) => expect(distance(a, b)).toBeCloseTo(distance(original[i]!, original[j]!), 7)));
  });

  it('does not depend on the seed beyond rounding', () => {
    const other = truncatedSvd(weights, 3, 'another');
    rows.forEach((row, i) => row.forEach((value, j) => expect(other[i]![j]).toBeCloseTo(value, 7)));
  });

  it('makes rows without columns of a matrix without columns', () => {
    expect(truncatedSvd(termWeights(['a', 'b']), 3, 'none')).toEqual([[], []]);
  });
});

describe('umapProjection', () => {
  // Two groups, far apart in ten dimensions.
  const points = Array.from({ length: 24 }, (_, i) => Array.from({ length: 10 }, (__, j) => (i % 2) * 8 + Math.sin(i * 7 + j * 3)));
  const settings = { dimensions: 2, neighbours: 8, minDistance: 0 };

  it('keeps groups together, and is the same for the same seed', () => {
    const projected = umapProjection(points, settings, 'umap test');
    expect(projected[0]).toHaveLength(2);
    const within = distance(projected[0]!, projected[2]!);
    const between = distance(projected[0]!, projected[1]!);
    expect(between).toBeGreaterThan(2 * within);
    expect(umapProjection(points, settings, 'umap test')).toEqual(projected);
    expect(umapProjection(points, settings, 'another')).not.toEqual(projected);
  });

  it('asks for enough points', () => {
    expect(() => umapProjection(points.slice(0, 3), settings, 'few')).toThrow('UMAP needs 4 points, got 3');
  });
});
