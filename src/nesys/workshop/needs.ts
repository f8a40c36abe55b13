/** What the actions of the workshop ask for, and which materials they touch, as the rules know it. */
import { countOf, type Heat, type Material, type Tool, type Wear, type WorkshopState } from './state.ts';

export interface Need {
  /** Used by the action where it happens. */
  readonly tool?: Tool;
  /** Condition that the tool must be in; any, where it is left out. */
  readonly wear?: Wear;
  readonly stock?: Readonly<Partial<Record<Material, number>>>;
  readonly heat?: readonly Heat[];
  /** Materials whose counts may change. */
  readonly touches: readonly Material[];
}

export const NEEDS: Readonly<Record<string, Need>> = {
  'Saw a log.': { tool: 'saw', stock: { log: 1 }, touches: ['log', 'plank', 'sawdust', 'scrap'] },
  'Smelt ore.': { stock: { ore: 1 }, heat: ['hot'], touches: ['ore', 'ingot', 'slag'] },
  'Fire clay.': { stock: { clay: 1 }, heat: ['warm', 'hot'], touches: ['clay', 'brick', 'tile'] },
  'Melt sand.': { stock: { sand: 1 }, heat: ['hot'], touches: ['sand', 'glass'] },
  'Stoke the furnace.': { touches: ['sawdust', 'log', 'ash'] },
  'Forge nails.': { tool: 'hammer', stock: { ingot: 1 }, heat: ['warm', 'hot'], touches: ['ingot', 'nail', 'scrap'] },
  'Pour water on the furnace.': { stock: { water: 1 }, touches: ['water', 'glass', 'shard'] },
  'Build a crate.': { tool: 'hammer', stock: { plank: 3, nail: 2 }, touches: ['plank', 'nail', 'crate', 'scrap'] },
  'Sharpen the saw.': { tool: 'saw', wear: 'worn', stock: { whetstone: 1 }, touches: ['whetstone', 'grit'] },
  'Wait.': { touches: [] },
};

export function isMet({ tool, wear, stock = {}, heat }: Need, state: WorkshopState): boolean {
  const enough = Object.entries(stock).every(([name, count]) => countOf(state, name as Material) >= count);
  const condition = tool === undefined ? undefined : state.tools[tool];
  const fit = tool === undefined || (condition !== undefined && (wear ?? condition) === condition);
  return enough && fit && (heat === undefined || heat.includes(state.furnace));
}
