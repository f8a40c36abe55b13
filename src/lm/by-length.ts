/** Work on texts of different lengths: neighbours in length go side by side, so that little of a batch is padding. */

/**
 * Results in the order of the items.
 *
 * @param work gives one result for each item of a batch, in their order
 */
export function byLength<Item, Result>(items: readonly Item[], lengthOf: (item: Item) => number, size: number, work: (batch: readonly Item[]) => readonly Result[]): Result[] {
  const order = items.map((_, at) => at).toSorted((a, b) => lengthOf(items[a]!) - lengthOf(items[b]!));
  const results = new Array<Result>(items.length);
  for (let start = 0; start < order.length; start += size) {
    const places = order.slice(start, start + size);
    work(places.map((at) => items[at]!)).forEach((result, index) => (results[places[index]!] = result));
  }
  return results;
}
