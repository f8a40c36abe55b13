/** Plancraft's texts, for tests. */

/** A state: `stateText('stick', ['oak_planks [A1] 1'])`. */
export function stateText(goal: string, stacks: readonly string[]): string {
  const lines = stacks.map((stack) => stack.replace(/ (\d+)$/, ' quantity $1'));
  return [`Craft an item of type: ${goal}`, 'inventory:', ...lines.map((line) => ` - ${line}`)].join('\n');
}

export function moveText(from: string, to: string, count = 1): string {
  return `move: from [${from}] to [${to}] with quantity ${count}`;
}

export function smeltText(from: string, to: string, count = 1): string {
  return `smelt: from [${from}] to [${to}] with quantity ${count}`;
}
