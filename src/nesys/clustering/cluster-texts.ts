/**
 * Groups of like texts (NeSyS, phase 1): term weights, embeddings or both → truncated
 * SVD → UMAP → OPTICS. Of few texts there is one group.
 */
import type { Encoder } from '../../encoder/encoder.ts';
import { opticsOrder } from './optics.ts';
import { termWeights, type SparseMatrix, type SparseRow } from './tfidf.ts';
import { truncatedSvd } from './truncated-svd.ts';
import { FEWEST_UMAP_POINTS, umapProjection, type UmapSettings } from './umap.ts';
import { xiLabels, type XiSettings } from './xi.ts';

/** What texts are compared by. */
export const FEATURES = ['tfidf', 'embeddings', 'both'] as const;
export type FeatureKind = (typeof FEATURES)[number];

export interface ClusterSettings {
  readonly features: FeatureKind;
  /** Dimensions after the SVD. */
  readonly components: number;
  readonly umap: UmapSettings;
  readonly optics: XiSettings;
}

export interface Clustered {
  /** Cluster of each text, from 0; −1 for a text in none. */
  readonly labels: readonly number[];
  /** Terms of greatest mean weight in each cluster. */
  readonly terms: readonly (readonly string[])[];
}

/** Terms that describe a cluster. */
const SHOWN_TERMS = 8;

/**
 * @param encoder for embeddings; null with `features: tfidf`
 * @param seed names the streams of SVD and UMAP
 * @throws UserError for a text that the encoder cannot encode
 */
export async function clusterTexts(texts: readonly string[], settings: ClusterSettings, encoder: Encoder | null, seed: string): Promise<Clustered> {
  const weights = termWeights(texts);
  const labels = await labelsOf(texts, weights, settings, { encoder, seed });
  const clusters = [...new Set(labels)].filter((label) => label >= 0).sort((a, b) => a - b);
  const terms = clusters.map((cluster) => leadingTerms(weights.rows.filter((_, index) => labels[index] === cluster), weights.terms));
  return { labels, terms };
}

interface Means {
  readonly encoder: Encoder | null;
  readonly seed: string;
}

async function labelsOf(texts: readonly string[], weights: SparseMatrix, settings: ClusterSettings, { encoder, seed }: Means): Promise<number[]> {
  if (texts.length < Math.max(FEWEST_UMAP_POINTS, settings.optics.minSamples)) return texts.map(() => 0);
  const features = await featuresOf(texts, weights, settings.features, encoder);
  const dense = truncatedSvd(features, settings.components, `${seed}/svd`);
  const points = umapProjection(dense, settings.umap, `${seed}/umap`);
  return xiLabels(opticsOrder(points, settings.optics.minSamples), settings.optics);
}

/** Rows of length 1 each, side by side where both are asked for. */
async function featuresOf(texts: readonly string[], weights: SparseMatrix, kind: FeatureKind, encoder: Encoder | null): Promise<SparseMatrix> {
  if (kind === 'tfidf') return weights;
  if (encoder === null) throw new RangeError(`features of the kind "${kind}" need an encoder`);
  const vectors = await encoder.encode(texts);
  const width = encoder.dimensions;
  const rows = texts.map((_, row) => denseRow(vectors.subarray(row * width, (row + 1) * width)));
  return kind === 'embeddings' ? { rows, width } : sideBySide(weights, { rows, width });
}

function denseRow(values: Float32Array): SparseRow {
  return { columns: [...values.keys()], values: [...values] };
}

function sideBySide(left: SparseMatrix, right: SparseMatrix): SparseMatrix {
  const rows = left.rows.map((row, index) => ({
    columns: [...row.columns, ...right.rows[index]!.columns.map((column) => column + left.width)],
    values: [...row.values, ...right.rows[index]!.values],
  }));
  return { rows, width: left.width + right.width };
}

function leadingTerms(rows: readonly SparseRow[], terms: readonly string[]): string[] {
  const sums = new Map<number, number>();
  for (const { columns, values } of rows) columns.forEach((column, i) => sums.set(column, (sums.get(column) ?? 0) + values[i]!));
  const ranked = [...sums].sort(([a, x], [b, y]) => y - x || a - b);
  return ranked.slice(0, SHOWN_TERMS).map(([column]) => terms[column]!);
}
