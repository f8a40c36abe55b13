/** The small data set of the tests that run whole pipelines, as parts of its YAML. */

/** Two repositories of one size. */
export const SMALL_WORLDS = `worlds:
  original: &world
    counts: { Entity2Attr: 600, AttrChange2Attr: 60, Action2Env: 40, Action2Attr: 60, Action2State: 60, Env2State: 40, State2Attr: 300 }
  held-out: *world`;

/** A split of all sub-tasks: two single-rule questions, and so many of each other one. */
export function subtaskCounts(others: number): string {
  return [
    'single-rule: 2',
    ...[2, 3, 4, 5, 6, 7, 8].map((rules) => `multi-rule-${rules}: ${others}`),
    ...[2, 3, 4].map((hops) => `multi-hop-${hops}: ${others}`),
  ].join(', ');
}
