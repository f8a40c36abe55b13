/** States of the workshop as English, and back: "You have 2 logs, 1 ore. Tools: sharp saw. The furnace is hot." */
import { HEATS, MATERIAL_NAMES, MATERIALS, TOOLS, WEARS, type Heat, type Material, type Tool, type Wear, type WorkshopState } from './state.ts';

/** The same state always has the same text. */
export function stateText({ stock, tools, furnace }: WorkshopState): string {
  const held = MATERIAL_NAMES.flatMap((name) => (stock[name] === undefined ? [] : [amountText(name, stock[name])]));
  const kept = TOOLS.flatMap((tool) => (tools[tool] === undefined ? [] : [`${tools[tool]} ${tool}`]));
  return `You have ${listText(held, 'nothing')}. Tools: ${listText(kept, 'none')}. The furnace is ${furnace}.`;
}

function amountText(name: Material, count: number): string {
  return `${count} ${count === 1 ? name : MATERIALS[name]}`;
}

function listText(items: readonly string[], none: string): string {
  return items.length === 0 ? none : items.join(', ');
}

const STATE = new RegExp(`^You have ([^.]+)\\. Tools: ([^.]+)\\. The furnace is (${HEATS.join('|')})\\.$`);
const SINGULAR = new Map(MATERIAL_NAMES.flatMap((name): [string, Material][] => [[name, name], [MATERIALS[name], name]]));

/** The state that a text tells of, or null for any other text. */
export function readState(text: string): WorkshopState | null {
  const parts = STATE.exec(text);
  if (parts === null) return null;
  const stock = readList(parts[1]!, 'nothing', readAmount);
  const tools = readList(parts[2]!, 'none', readTool);
  if (stock === null || tools === null) return null;
  return { stock: Object.fromEntries(stock), tools: Object.fromEntries(tools), furnace: parts[3] as Heat };
}

function readList<T>(text: string, none: string, read: (item: string) => T | null): T[] | null {
  const items = text === none ? [] : text.split(', ').map(read);
  return items.every((item) => item !== null) ? items : null;
}

function readAmount(item: string): [Material, number] | null {
  const [, count, word] = /^([1-9]\d*) (\w+)$/.exec(item) ?? [];
  const name = SINGULAR.get(word ?? '');
  return name === undefined ? null : [name, Number(count)];
}

function readTool(item: string): [Tool, Wear] | null {
  const [wear, tool] = item.split(' ');
  const known = WEARS.includes(wear as Wear) && TOOLS.includes(tool as Tool);
  return known ? [tool as Tool, wear as Wear] : null;
}
