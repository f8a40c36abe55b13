/** Token sequences as a rectangular batch, padded on the right. */

export interface TokenSequence {
  readonly ids: readonly number[];
  /** Weight of each token in the loss, as the label of the token before it; same length as `ids`. */
  readonly weights: readonly number[];
}

export interface PackedBatch {
  /** Row-major [B, S]. */
  readonly ids: Int32Array;
  readonly rows: number;
  readonly length: number;
  /** Tokens without padding. */
  readonly tokens: number;
  /** Flat positions b·S + s whose next token is a label with a weight above zero. */
  readonly positions: Int32Array;
  /** The labels at these positions. */
  readonly labels: Int32Array;
  /** Their weights, which sum to 1. */
  readonly labelWeights: Float32Array;
}

/** Packs at least one sequence of at least two tokens. */
export function packBatch(sequences: readonly TokenSequence[], padId: number): PackedBatch {
  const length = Math.max(...sequences.map((sequence) => sequence.ids.length));
  const ids = new Int32Array(sequences.length * length).fill(padId);
  const positions: number[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  sequences.forEach((sequence, row) => {
    ids.set(sequence.ids, row * length);
    for (let next = 1; next < sequence.ids.length; next += 1) {
      const weight = sequence.weights[next] as number;
      if (weight === 0) continue;
      positions.push(row * length + next - 1);
      labels.push(sequence.ids[next] as number);
      weights.push(weight);
    }
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return {
    ids,
    rows: sequences.length,
    length,
    tokens: sequences.reduce((sum, sequence) => sum + sequence.ids.length, 0),
    positions: Int32Array.from(positions),
    labels: Int32Array.from(labels),
    labelWeights: Float32Array.from(weights, (weight) => weight / total),
  };
}
