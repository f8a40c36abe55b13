/**
 * Questions about the workshop: a state, an action, and four candidates for the next
 * state. Two facets of what follows are asked about, and the candidates are the four
 * ways in which each of the two can be right or wrong: every candidate differs from two
 * others by one facet and from the third by both, so that nothing but knowledge of the
 * world tells which is right. The label is the kind of the first facet.
 */
import { randomStream, type Random } from '../../random.ts';
import type { ChoiceQuestion } from '../question.ts';
import { ACTIONS, FACET_KINDS, type Action, type Facet, type FacetKind } from './actions.ts';
import { changed, HEATS, MATERIAL_NAMES, TOOLS, WEARS, type Material, type Tool, type Wear, type WorkshopState } from './state.ts';
import { stateText } from './text.ts';

export const SPLITS = ['train', 'dev', 'test'] as const;
export type Split = (typeof SPLITS)[number];
export type Splits<T> = Readonly<Record<Split, T>>;

/** Indices of the two facets that are asked about. */
type Asked = readonly [number, number];

/** One thing that may be asked. */
interface Case {
  readonly state: WorkshopState;
  readonly action: Action;
  readonly facets: readonly Facet[];
  readonly asked: Asked;
}

/**
 * Questions of all splits, about as many of each label. No pair of state and action
 * stands in two questions. The same counts and seed give the same questions, and the
 * test questions do not depend on how many others there are.
 */
export function workshopQuestions(counts: Splits<number>, seed: string): Splits<ChoiceQuestion[]> {
  const taken = new Set<string>();
  const draw = (split: Split): ChoiceQuestion[] => {
    const random = randomStream(`${seed}/workshop/${split}`);
    return Array.from({ length: counts[split] }, (_, index) => {
      const found = drawCase(random, FACET_KINDS[index % FACET_KINDS.length]!, taken);
      return questionOf(found, `${split}-${index}`, random);
    });
  };
  const [test, dev] = [draw('test'), draw('dev')];
  return { train: draw('train'), dev, test };
}

/** The world has more than a hundred million pairs of state and action, so that another one is always found soon. */
function drawCase(random: Random, kind: FacetKind, taken: Set<string>): Case {
  for (;;) {
    const action = random.pick(ACTIONS);
    const state = drawState(random, action);
    const key = `${stateText(state)} ${action.text}`;
    const facets = action.facets(state);
    const asked = taken.has(key) ? null : drawAsked(random, state, facets, kind);
    if (asked === null) continue;
    taken.add(key);
    return { state, action, facets, asked };
  }
}

/** Few materials, so that texts stay short; most of the time those that the action uses are among them. */
function drawState(random: Random, action: Action): WorkshopState {
  const used = action.uses.filter(() => random.chance(0.8));
  const others = random.shuffle(MATERIAL_NAMES).slice(0, random.integer(1, 3));
  const stock = [...new Set([...used, ...others])].map((name): [Material, number] => [name, random.integer(1, 5)]);
  const tools = TOOLS.filter(() => random.chance(0.75)).map((tool): [Tool, Wear] => [tool, random.pick(WEARS)]);
  return { stock: Object.fromEntries(stock), tools: Object.fromEntries(tools), furnace: random.pick(HEATS) };
}

/** A facet of the kind and another one whose four outcomes differ, or null where there are none. */
function drawAsked(random: Random, state: WorkshopState, facets: readonly Facet[], kind: FacetKind): Asked | null {
  const indices = [...facets.keys()];
  const pairs = indices.flatMap((first) => indices.filter((second) => second !== first).map((second): Asked => [first, second]));
  const fit = pairs.filter((pair) => facets[pair[0]]!.kind === kind && new Set(outcomes(state, facets, pair)).size === 4);
  return fit.length === 0 ? null : random.pick(fit);
}

/** Texts of the four next states; the right one first. */
function outcomes(state: WorkshopState, facets: readonly Facet[], [first, second]: Asked): string[] {
  return [[], [first], [second], [first, second]].map((wrong) => {
    const changes = facets.map((facet, index) => (wrong.includes(index) ? facet.wrong : facet.right));
    return stateText(changed(state, changes));
  });
}

function questionOf({ state, action, facets, asked }: Case, id: string, random: Random): ChoiceQuestion {
  const texts = outcomes(state, facets, asked);
  const order = random.shuffle([0, 1, 2, 3]);
  return {
    id,
    environment: 'workshop',
    label: facets[asked[0]]!.kind,
    state: stateText(state),
    action: action.text,
    choices: order.map((index) => texts[index]!),
    correct: order.indexOf(0),
  };
}
