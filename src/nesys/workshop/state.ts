/**
 * The workshop: a small world of the project's own, with an inventory, tools and a
 * furnace. Actions do what they say and, beside it, what they do not say: tools wear
 * and break, work leaves by-products, heat decides what becomes of a material.
 */

/** Materials with their plurals, in the order in which an inventory names them. */
export const MATERIALS = {
  log: 'logs',
  plank: 'planks',
  sawdust: 'sawdust',
  ore: 'ore',
  ingot: 'ingots',
  slag: 'slag',
  nail: 'nails',
  clay: 'clay',
  brick: 'bricks',
  tile: 'tiles',
  sand: 'sand',
  glass: 'glass',
  shard: 'shards',
  water: 'water',
  whetstone: 'whetstones',
  grit: 'grit',
  ash: 'ash',
  crate: 'crates',
  scrap: 'scrap',
} as const;
export type Material = keyof typeof MATERIALS;
export const MATERIAL_NAMES = Object.keys(MATERIALS) as readonly Material[];

export const TOOLS = ['saw', 'hammer'] as const;
export type Tool = (typeof TOOLS)[number];
/** A sharp tool becomes worn, and a worn one breaks. */
export const WEARS = ['sharp', 'worn'] as const;
export type Wear = (typeof WEARS)[number];

/** From the coldest on. */
export const HEATS = ['cold', 'warm', 'hot'] as const;
export type Heat = (typeof HEATS)[number];

export interface WorkshopState {
  /** Counts from 1 on; a material that is not there has no entry. */
  readonly stock: Readonly<Partial<Record<Material, number>>>;
  readonly tools: Readonly<Partial<Record<Tool, Wear>>>;
  readonly furnace: Heat;
}

/** What becomes of a state; parts that are left out stay as they are. */
export interface Change {
  /** Added to the counts; a count never falls below 0. */
  readonly stock?: Readonly<Partial<Record<Material, number>>>;
  /** New condition of a tool; null takes it away. */
  readonly tools?: Readonly<Partial<Record<Tool, Wear | null>>>;
  readonly furnace?: Heat;
}

export function countOf(state: WorkshopState, material: Material): number {
  return state.stock[material] ?? 0;
}

/** The state after changes, one after the other. */
export function changed(state: WorkshopState, changes: readonly Change[]): WorkshopState {
  return changes.reduce<WorkshopState>(
    (before, change) => ({
      stock: changedStock(before.stock, change.stock ?? {}),
      tools: changedTools(before.tools, change.tools ?? {}),
      furnace: change.furnace ?? before.furnace,
    }),
    state,
  );
}

function changedStock(stock: WorkshopState['stock'], added: NonNullable<Change['stock']>): WorkshopState['stock'] {
  const counts = MATERIAL_NAMES.map((name): [Material, number] => [name, (stock[name] ?? 0) + (added[name] ?? 0)]);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

function changedTools(tools: WorkshopState['tools'], set: NonNullable<Change['tools']>): WorkshopState['tools'] {
  const kept = TOOLS.map((tool): [Tool, Wear | null] => [tool, set[tool] === undefined ? (tools[tool] ?? null) : set[tool]]);
  return Object.fromEntries(kept.filter(([, wear]) => wear !== null)) as WorkshopState['tools'];
}

/** One step colder or hotter, within the three. */
export function heatBeside(heat: Heat, steps: 1 | -1): Heat {
  const index = HEATS.indexOf(heat) + steps;
  return HEATS[Math.min(HEATS.length - 1, Math.max(0, index))]!;
}
