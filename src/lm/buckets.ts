/** Batches of about equal size from items of unequal length. */

/**
 * Sorts items by length and cuts them into groups of about equal padded size, so
 * that little of a batch is padding.
 *
 * @param lengthOf length of an item in tokens
 * @param maxTokens largest rows × longest of a group, unless one item alone exceeds it
 */
export function bucketByLength<T>(items: readonly T[], lengthOf: (item: T) => number, maxTokens: number): T[][] {
  const sorted = items.toSorted((a, b) => lengthOf(a) - lengthOf(b));
  const groups: T[][] = [];
  let group: T[] = [];
  for (const item of sorted) {
    if (group.length > 0 && (group.length + 1) * lengthOf(item) > maxTokens) {
      groups.push(group);
      group = [];
    }
    group.push(item);
  }
  if (group.length > 0) groups.push(group);
  return groups;
}
