/** A Plancraft action: "move: from [I3] to [A2] with quantity 1", or the same with "smelt". */

export interface PlancraftAction {
  readonly kind: 'move' | 'smelt';
  readonly from: string;
  readonly to: string;
  readonly count: number;
}

const ACTION = /^(move|smelt): from \[(\w+)\] to \[(\w+)\] with quantity (\d+)$/;

/** Null for a text that is no such action. */
export function parseAction(text: string): PlancraftAction | null {
  const match = ACTION.exec(text.trim());
  if (match === null) return null;
  const [, kind, from, to, count] = match;
  return { kind: kind as PlancraftAction['kind'], from: from!, to: to!, count: Number(count) };
}
