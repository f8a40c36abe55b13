import { clusterTexts, type ClusterSettings } from '../../../src/nesys/clustering/cluster-texts.ts';
import { errorClusters, errorText, type WrongAnswer } from '../../../src/nesys/clustering/error-clusters.ts';
import { createHashedEncoder } from '../../../src/encoder/hashed.ts';

const SETTINGS: ClusterSettings = {
  features: 'tfidf',
  components: 10,
  umap: { dimensions: 5, neighbours: 6, minDistance: 0 },
  optics: { minSamples: 3, xi: 0.05, minClusterSize: 0.2 },
};

const SUBJECTS = ['furnace smelt ore ingot slag', 'saw log plank sawdust wood'];

/** Texts about one of two subjects, in turn. */
const texts = Array.from({ length: 30 }, (_, index) => {
  const words = SUBJECTS[index % 2]!.split(' ');
  return [0, 1, 2].map((i) => words[(index + i * (1 + (index % 3))) % 5]).join(' ');
});

function error(index: number, action: string): WrongAnswer {
  return { question: { id: String(index), environment: 'workshop', label: '', state: 'one two', action, choices: ['one three', 'one two'], correct: 0 }, answered: 1 };
}

describe.each(['tfidf', 'embeddings', 'both'] as const)('clusterTexts by %s', (features) => {
  it('never puts two subjects into one cluster', async () => {
    const encoder = createHashedEncoder({ dimensions: 64 });
    const { labels, terms } = await clusterTexts(texts, { ...SETTINGS, features }, encoder, 'clusters');
    expect(labels.filter((label) => label >= 0).length).toBeGreaterThan(10);
    labels.forEach((label, i) => labels.forEach((other, j) => label >= 0 && label === other && expect(i % 2).toBe(j % 2)));
    expect(terms).toHaveLength(Math.max(...labels) + 1);
    for (const words of terms) expect(SUBJECTS.filter((subject) => words.some((word) => subject.includes(word)))).toHaveLength(1);
  });
});

describe('errorClusters', () => {
  it('has every error once, and the scattered ones last', async () => {
    const errors = texts.map((text, index) => error(index, text));
    const clusters = await errorClusters(errors, SETTINGS, null, 'errors');
    expect(clusters.flatMap((cluster) => cluster.errors.map(({ question }) => question.id)).sort()).toEqual(errors.map(({ question }) => question.id).sort());
    const sizes = clusters.filter(({ scattered }) => !scattered).map((cluster) => cluster.errors.length);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(clusters.slice(0, -1).some(({ scattered }) => scattered)).toBe(false);
  });

  it('puts a handful into one cluster, and nothing into none', async () => {
    const few = [error(0, 'saw'), error(1, 'melt')];
    expect((await errorClusters(few, SETTINGS, null, 'few')).map(({ errors }) => errors)).toEqual([few]);
    expect(await errorClusters([], SETTINGS, null, 'none')).toEqual([]);
  });

  it('compares errors by action and by what differs', () => {
    // "two" goes and "three" comes; taken for it was the state as it is.
    expect(errorText(error(0, 'press'))).toBe('press two three three two');
  });
});
