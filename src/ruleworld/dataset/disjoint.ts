/** Finds what two groups share: texts in two splits, rules in two repositories. */

/** Remembers which group each item came from and tells of the first clash of each item. */
export class DisjointGroups {
  readonly #groupOf = new Map<string, string>();

  /** Adds an item of a group; returns the other group that already has it, or null. */
  add(item: string, group: string): string | null {
    const known = this.#groupOf.get(item);
    if (known === undefined) this.#groupOf.set(item, group);
    return known === undefined || known === group ? null : known;
  }
}
