/** The slots of Plancraft's screen: the result `0`, the crafting grid `A1`…`C3` (row, column), the inventory `I1`…`I36`. */

export const RESULT = '0';

/** Row by row. */
export const GRID: readonly string[] = ['A', 'B', 'C'].flatMap((row) => [1, 2, 3].map((column) => `${row}${column}`));

const INVENTORY_SLOTS = 36;

/** In the order in which a state lists them. */
const SLOTS: readonly string[] = [RESULT, ...GRID, ...Array.from({ length: INVENTORY_SLOTS }, (_, index) => `I${index + 1}`)];

const POSITIONS: ReadonlyMap<string, number> = new Map(SLOTS.map((slot, index) => [slot, index]));

/** Place in a state's list; undefined for a slot that does not exist. */
export function slotPosition(slot: string): number | undefined {
  return POSITIONS.get(slot);
}

const GRID_SET: ReadonlySet<string> = new Set(GRID);

export function isGridSlot(slot: string): boolean {
  return GRID_SET.has(slot);
}
