/**
 * The actions of the workshop. What follows from one is a list of facets, each with
 * what is true of it and what a poor model of the world would take for true. The
 * right next state has all that is true; wrong ones have other facets.
 */
import { changed, countOf, heatBeside, type Change, type Material, type Tool, type WorkshopState } from './state.ts';

/** What a facet is about: whether the action works at all, how much it gives, wear, by-products, heat. */
export const FACET_KINDS = ['works', 'yield', 'wear', 'byproduct', 'heat'] as const;
export type FacetKind = (typeof FACET_KINDS)[number];

export interface Facet {
  readonly kind: FacetKind;
  readonly right: Change;
  readonly wrong: Change;
}

export interface Action {
  readonly text: string;
  /** Materials that it may use, for states that are worth asking about. */
  readonly uses: readonly Material[];
  /** Facets in the order in which they are applied; at least two. */
  readonly facets: (state: WorkshopState) => readonly Facet[];
}

const NOTHING: Change = {};

/** The state that follows. */
export function nextState(state: WorkshopState, action: Action): WorkshopState {
  return changed(state, action.facets(state).map(({ right }) => right));
}

/** An action happens where its needs are met; else nothing changes, and a poor model takes it for done. */
function works(met: boolean, change: Change): Facet {
  return { kind: 'works', right: met ? change : NOTHING, wrong: met ? NOTHING : change };
}

/** Something that follows under a condition, and that a poor model gets the wrong way round. */
function follows(kind: FacetKind, happens: boolean, change: Change): Facet {
  return { kind, right: happens ? change : NOTHING, wrong: happens ? NOTHING : change };
}

/** Use makes a sharp tool worn; a worn one breaks and leaves scrap. */
function wears(state: WorkshopState, tool: Tool, used: boolean): Facet {
  const wear = state.tools[tool];
  const change: Change = wear === 'sharp' ? { tools: { [tool]: 'worn' } } : { tools: { [tool]: null }, stock: { scrap: 1 } };
  return follows('wear', used && wear !== undefined, change);
}

/** Melting takes heat out of the furnace. */
function cools(state: WorkshopState, used: boolean): Facet {
  return follows('heat', used, { furnace: state.furnace === 'cold' ? 'warm' : heatBeside(state.furnace, -1) });
}

/** A poor model miscounts a material by one: down where there is enough for it in any case, else up. */
function miscounts(state: WorkshopState, made: Facet, material: Material): Facet {
  const least = Math.min(countOf(state, material), countOf(changed(state, [made.right]), material));
  return { kind: 'yield', right: NOTHING, wrong: { stock: { [material]: least > 0 ? -1 : 1 } } };
}

function sawFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'log') > 0 && state.tools.saw !== undefined;
  const planks = works(done, { stock: { log: -1, plank: 2 } });
  return [planks, miscounts(state, planks, 'plank'), follows('byproduct', done, { stock: { sawdust: 1 } }), wears(state, 'saw', done)];
}

function smeltFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'ore') > 0 && state.furnace === 'hot';
  return [works(done, { stock: { ore: -1, ingot: 1 } }), follows('byproduct', done, { stock: { slag: 1 } }), cools(state, done)];
}

/** A hot furnace makes a brick of clay, a warm one a tile, a cold one nothing. */
function fireFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'clay') > 0 && state.furnace !== 'cold';
  const [right, wrong] = state.furnace === 'hot' ? (['brick', 'tile'] as const) : (['tile', 'brick'] as const);
  const other: Facet = { kind: 'heat', right: NOTHING, wrong: { stock: { ...(done ? { [right]: -1 } : {}), [wrong]: 1 } } };
  return [works(done, { stock: { clay: -1, [right]: 1 } }), other];
}

function meltFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'sand') > 0 && state.furnace === 'hot';
  const glass = works(done, { stock: { sand: -1, glass: 1 } });
  return [glass, miscounts(state, glass, 'glass'), cools(state, done)];
}

/** Sawdust burns before logs, and only logs leave ash. */
function stokeFacets(state: WorkshopState): Facet[] {
  const fuel = countOf(state, 'sawdust') > 0 ? 'sawdust' : 'log';
  const done = countOf(state, fuel) > 0;
  const hot = state.furnace === 'hot';
  const heats = follows('heat', done && !hot, { furnace: hot ? 'warm' : heatBeside(state.furnace, 1) });
  return [works(done, { stock: { [fuel]: -1 } }), heats, follows('byproduct', done && fuel === 'log', { stock: { ash: 1 } })];
}

/** Hot iron gives four nails and spares the hammer; warm iron gives two and wears it. */
function forgeFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'ingot') > 0 && state.tools.hammer !== undefined && state.furnace !== 'cold';
  const hot = state.furnace === 'hot';
  const asOtherwise: Facet = { kind: 'heat', right: NOTHING, wrong: { stock: { nail: done && hot ? -2 : 2 } } };
  return [works(done, { stock: { ingot: -1, nail: hot ? 4 : 2 } }), asOtherwise, wears(state, 'hammer', done && !hot)];
}

/** Water puts the furnace out, and what glass there is cracks where it was hot. */
function pourFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'water') > 0;
  const glass = Math.max(1, countOf(state, 'glass'));
  const cold = state.furnace === 'cold';
  const quench = follows('heat', done && !cold, { furnace: cold ? 'warm' : 'cold' });
  const cracks = done && state.furnace === 'hot' && countOf(state, 'glass') > 0;
  return [works(done, { stock: { water: -1 } }), quench, follows('byproduct', cracks, { stock: { glass: -glass, shard: glass } })];
}

function buildFacets(state: WorkshopState): Facet[] {
  const done = countOf(state, 'plank') >= 3 && countOf(state, 'nail') >= 2 && state.tools.hammer !== undefined;
  const crate = works(done, { stock: { plank: -3, nail: -2, crate: 1 } });
  return [crate, miscounts(state, crate, 'nail'), wears(state, 'hammer', done)];
}

function sharpenFacets(state: WorkshopState): Facet[] {
  const worn = state.tools.saw === 'worn';
  const done = countOf(state, 'whetstone') > 0 && worn;
  const edge = works(done, { stock: { whetstone: -1 }, ...(worn ? { tools: { saw: 'sharp' } } : {}) });
  return [edge, follows('byproduct', done, { stock: { grit: 1 } })];
}

/** A furnace that nobody feeds cools; nothing else happens. */
function waitFacets(state: WorkshopState): Facet[] {
  const cold = state.furnace === 'cold';
  return [follows('heat', !cold, { furnace: cold ? 'warm' : heatBeside(state.furnace, -1) }), follows('byproduct', false, { stock: { ash: 1 } })];
}

export const ACTIONS: readonly Action[] = [
  { text: 'Saw a log.', uses: ['log'], facets: sawFacets },
  { text: 'Smelt ore.', uses: ['ore'], facets: smeltFacets },
  { text: 'Fire clay.', uses: ['clay'], facets: fireFacets },
  { text: 'Melt sand.', uses: ['sand'], facets: meltFacets },
  { text: 'Stoke the furnace.', uses: ['sawdust', 'log'], facets: stokeFacets },
  { text: 'Forge nails.', uses: ['ingot'], facets: forgeFacets },
  { text: 'Pour water on the furnace.', uses: ['water', 'glass'], facets: pourFacets },
  { text: 'Build a crate.', uses: ['plank', 'nail'], facets: buildFacets },
  { text: 'Sharpen the saw.', uses: ['whetstone'], facets: sharpenFacets },
  { text: 'Wait.', uses: [], facets: waitFacets },
];
