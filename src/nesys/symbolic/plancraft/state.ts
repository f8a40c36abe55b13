/** A Plancraft state: the goal and a list of stacks, one a line: ` - oak_log [I3] quantity 2`. */
import { GRID, slotPosition } from './slots.ts';

export interface Stack {
  readonly item: string;
  readonly count: number;
}

/** Stacks by slot. */
export type Stacks = ReadonlyMap<string, Stack>;

export interface PlancraftState {
  /** First line, which names the goal. */
  readonly header: string;
  readonly stacks: Stacks;
  /** Every line after the header is as states have it, and every slot exists. */
  readonly wellFormed: boolean;
  /** Slots stand in the order of the screen, none twice. */
  readonly ordered: boolean;
}

const LINE = /^ - (\S+) \[(\w+)\] quantity (\d+)$/;

/** Reads as much as can be read; the two flags say whether that is all. */
export function parseState(text: string): PlancraftState {
  const [header = '', title, ...lines] = text.split('\n');
  const matches = lines.map((line) => LINE.exec(line));
  const read = matches.filter((match) => match !== null).map(([, item, slot, count]) => ({ item: item!, slot: slot!, count: Number(count) }));
  const positions = read.map(({ slot }) => slotPosition(slot));
  return {
    header,
    stacks: new Map(read.map(({ slot, item, count }) => [slot, { item, count }])),
    wellFormed: title === 'inventory:' && !matches.includes(null) && !positions.includes(undefined),
    ordered: positions.every((position, index) => index === 0 || (position ?? -1) > (positions[index - 1] ?? -1)),
  };
}

const GOAL = /^Craft an item of type: (\S+)$/;

/** What is to be crafted; null where the header does not say it. */
export function goalOf({ header }: PlancraftState): string | null {
  return GOAL.exec(header)?.[1] ?? null;
}

/** The crafting grid, row by row; 9 items, null where a slot is empty. */
export function gridOf(stacks: Stacks): readonly (string | null)[] {
  return GRID.map((slot) => stacks.get(slot)?.item ?? null);
}

export function sameStack(first: Stack | undefined, second: Stack | undefined): boolean {
  return first?.item === second?.item && first?.count === second?.count;
}

/** A stack with some taken off; undefined once nothing is left. */
export function less(stack: Stack, count: number): Stack | undefined {
  return stack.count > count ? { item: stack.item, count: stack.count - count } : undefined;
}
