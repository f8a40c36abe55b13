/** The k best of many scores, in a fixed order: higher score first, lower id first among equals. */

/** One entry of a ranking. */
export interface Ranked {
  /** Position of the document in what was searched. */
  readonly id: number;
  readonly score: number;
}

/**
 * The k best entries, or all where there are fewer; `NaN` is refused.
 * A heap of k ids is kept with the worst at its root, so that most scores cost one comparison.
 */
export function topK(scores: Float32Array | Float64Array, k: number): Ranked[] {
  checkK(k);
  const heap = new Int32Array(Math.min(k, scores.length));
  let size = 0;
  for (let id = 0; id < scores.length; id += 1) {
    if (Number.isNaN(scores[id])) throw new RangeError(`score ${id} is not a number`);
    if (size < heap.length) {
      heap[size] = id;
      siftUp(heap, size, scores);
      size += 1;
    } else if (isWorse(heap[0] as number, id, scores)) {
      heap[0] = id;
      siftDown(heap, scores);
    }
  }
  const best = Array.from(heap, (id) => ({ id, score: scores[id] as number }));
  return best.sort((a, b) => b.score - a.score || a.id - b.id);
}

/** Throws RangeError unless k is an integer of at least 1. */
export function checkK(k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k must be an integer of at least 1, got ${k}`);
}

function isWorse(a: number, b: number, scores: Float32Array | Float64Array): boolean {
  const [scoreA, scoreB] = [scores[a] as number, scores[b] as number];
  return scoreA < scoreB || (scoreA === scoreB && a > b);
}

function siftUp(heap: Int32Array, start: number, scores: Float32Array | Float64Array): void {
  let child = start;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    if (!isWorse(heap[child] as number, heap[parent] as number, scores)) return;
    swap(heap, child, parent);
    child = parent;
  }
}

function siftDown(heap: Int32Array, scores: Float32Array | Float64Array): void {
  let parent = 0;
  for (;;) {
    const left = 2 * parent + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const rightIsWorse = right < heap.length && isWorse(heap[right] as number, heap[left] as number, scores);
    const child = rightIsWorse ? right : left;
    if (!isWorse(heap[child] as number, heap[parent] as number, scores)) return;
    swap(heap, child, parent);
    parent = child;
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const kept = heap[a] as number;
  heap[a] = heap[b] as number;
  heap[b] = kept;
}
