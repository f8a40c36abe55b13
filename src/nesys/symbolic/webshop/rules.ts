/**
 * The project's own rules for WebShop, written from the environment's description: which page follows
 * which click. WebShop's pages are for research use only and are not among the published data, so these rules
 * have seen none of the questions.
 */
import type { Rule, RuleSet, Transition } from '../rule.ts';
import { parseAction, type StepKind, type WebShopAction } from './action.ts';
import { parsePage, shows, type Listing, type PageKind, type WebShopPage } from './page.ts';

export interface WebShopTransition {
  readonly before: WebShopPage;
  readonly after: WebShopPage;
  /** Null for an action that cannot be read. */
  readonly action: WebShopAction | null;
}

function parseTransition({ state, action, choice }: Transition): WebShopTransition {
  return { before: parsePage(state), after: parsePage(choice), action: parseAction(action) };
}

function verdict(right: boolean): number {
  return right ? 1 : -1;
}

/** A rule that has something to say of some kinds of action alone. */
function after(kinds: readonly StepKind[], id: string, about: string, score: (transition: WebShopTransition, action: WebShopAction) => number): Rule<WebShopTransition> {
  return {
    id,
    about,
    score: (transition) => (transition.action !== null && kinds.includes(transition.action.kind) ? score(transition, transition.action) : 0),
  };
}

/** Which kind of page follows. */
function leadsTo(kind: StepKind, page: PageKind, id: string, about: string): Rule<WebShopTransition> {
  return after([kind], id, about, (transition) => verdict(transition.after.kind === page));
}

function clickedListing({ before }: WebShopTransition, { target }: WebShopAction): Listing | undefined {
  return before.listings.find(({ id }) => id === target.toUpperCase());
}

/** How far a click on "Next >" or "< Prev" turns the results. */
function turned({ before, action }: WebShopTransition): number | null {
  if (before.number === null) return null;
  return before.number + (action?.kind === 'next' ? 1 : -1);
}

const PAGE_RULES: readonly Rule<WebShopTransition>[] = [
  after(['search'], 'search-lists-results', 'A search leads to the first page of results.', (transition) =>
    verdict(transition.after.kind === 'results' && transition.after.number === 1),
  ),
  leadsTo('item', 'product', 'item-opens-product', "A click on a product's id leads to its page."),
  leadsTo('detail', 'detail', 'detail-opens-text', 'Description, features and reviews stand on pages of their own.'),
  leadsTo('buy', 'bought', 'purchase-ends', 'Buying leads to the last page.'),
  leadsTo('back', 'search', 'back-leads-to-search', '"Back to Search" leads to the search page.'),
  leadsTo('option', 'product', 'option-stays', 'Choosing an option stays on the page of the product.'),
];

const CONTENT_RULES: readonly Rule<WebShopTransition>[] = [
  after(['item'], 'product-as-listed', "The product's page has the title and the price of its listing.", (transition, action) => {
    const listing = clickedListing(transition, action);
    if (listing === undefined) return 0;
    const { elements } = transition.after;
    const price = elements.some((element) => element.replace(/^Price:\s*/i, '') === listing.price);
    return (verdict(shows(transition.after, listing.title)) + verdict(price)) / 2;
  }),
  after(['next', 'previous'], 'page-turns-by-one', 'Results turn by one page; "< Prev" leads from a text back to the product, and from there to results.', (transition) => {
    const number = turned(transition);
    if (number !== null) return verdict(transition.after.number === number);
    const origin = transition.before.kind === 'detail' ? 'product' : 'results';
    return verdict(transition.after.kind === origin);
  }),
  after(['next', 'previous'], 'total-stays', 'Turning the page does not change how many results there are.', ({ before, after: now }) =>
    before.total === null ? 0 : verdict(now.total === before.total),
  ),
  after(['next', 'previous'], 'other-listings', 'Another page of results lists other products.', ({ before, after: now }) => {
    if (before.kind !== 'results') return 0;
    const seen = new Set(before.listings.map(({ id }) => id));
    return now.listings.some(({ id }) => seen.has(id)) ? -1 : 0;
  }),
  {
    id: 'instruction-stays',
    about: 'What is to be bought stays the same on every page that says it.',
    score: ({ before, after: now }) => {
      if (before.instruction === null || now.kind === 'bought') return 0;
      return now.instruction === null || now.instruction === before.instruction ? 0 : -1;
    },
  },
  {
    id: 'page-changes',
    about: 'Whatever is no choice of an option leads to another page.',
    score: ({ before, after: now, action }) => {
      if (action === null || action.kind === 'option') return 0;
      return before.elements.join('\n') === now.elements.join('\n') ? -1 : 0;
    },
  },
];

export const WEBSHOP_RULES: RuleSet<WebShopTransition> = {
  name: 'webshop',
  parse: parseTransition,
  rules: [...PAGE_RULES, ...CONTENT_RULES],
};
