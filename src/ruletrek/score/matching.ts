/** Maximum-weight one-to-one matching (Hungarian algorithm with potentials, O(n³)). */

export interface Match {
  readonly row: number;
  readonly column: number;
}

/** The pairs of positive weight of a best matching; `weights` is [rows][columns], 0 for pairs that cannot be matched. */
export function bestMatching(weights: readonly (readonly number[])[]): Match[] {
  const columns = weights[0]?.length ?? 0;
  if (weights.length === 0 || columns === 0) return [];
  if (weights.length > columns) return bestMatching(transpose(weights)).map(({ row, column }) => ({ row: column, column: row }));
  const owners = assign(weights, columns);
  return owners.flatMap((row, column) => (row >= 0 && weights[row]![column]! > 0 ? [{ row, column }] : []));
}

function transpose(weights: readonly (readonly number[])[]): number[][] {
  return weights[0]!.map((_, column) => weights.map((row) => row[column]!));
}

/** The row of each column, −1 for none; as many rows as columns at most. */
function assign(weights: readonly (readonly number[])[], columns: number): number[] {
  const rowPotential = new Float64Array(weights.length + 1);
  const columnPotential = new Float64Array(columns + 1);
  /** Row (from 1) of each column (from 1); 0 is free. */
  const owner = new Int32Array(columns + 1);
  for (let row = 1; row <= weights.length; row += 1) augment(weights, row, { owner, rowPotential, columnPotential });
  return Array.from({ length: columns }, (_, column) => owner[column + 1]! - 1);
}

interface Potentials {
  readonly owner: Int32Array;
  readonly rowPotential: Float64Array;
  readonly columnPotential: Float64Array;
}

/** Finds a shortest augmenting path for one more row. */
function augment(weights: readonly (readonly number[])[], row: number, { owner, rowPotential, columnPotential }: Potentials): void {
  const size = owner.length;
  const distance = new Float64Array(size).fill(Infinity);
  const before = new Int32Array(size);
  const done = new Uint8Array(size);
  owner[0] = row;
  let column = 0;
  while (owner[column] !== 0 || column === 0) {
    done[column] = 1;
    const current = owner[column]!;
    let [step, next] = [Infinity, 0];
    for (let j = 1; j < size; j += 1) {
      if (done[j] === 1) continue;
      const reduced = -weights[current - 1]![j - 1]! - rowPotential[current]! - columnPotential[j]!;
      if (reduced < distance[j]!) [distance[j], before[j]] = [reduced, column];
      if (distance[j]! < step) [step, next] = [distance[j]!, j];
    }
    for (let j = 0; j < size; j += 1) {
      if (done[j] === 1) {
        rowPotential[owner[j]!] = rowPotential[owner[j]!]! + step;
        columnPotential[j] = columnPotential[j]! - step;
      } else distance[j] = distance[j]! - step;
    }
    column = next;
  }
  while (column !== 0) {
    owner[column] = owner[before[column]!]!;
    column = before[column]!;
  }
}
