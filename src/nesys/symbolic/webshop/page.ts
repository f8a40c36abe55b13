/**
 * A WebShop page in the text form of the environment: elements with ` [SEP] ` between them, or one a
 * line with `[button] … [button_]` around what can be clicked. Both are read.
 */

export type PageKind = 'search' | 'results' | 'product' | 'detail' | 'bought' | 'unknown';

export interface WebShopPage {
  readonly kind: PageKind;
  /** In the order of the page, without button marks. */
  readonly elements: readonly string[];
  /** What the shopper is asked to buy; null where the page does not say it. */
  readonly instruction: string | null;
  /** Of the results, from 1. */
  readonly number: number | null;
  /** Results of the search on all pages. */
  readonly total: number | null;
  readonly listings: readonly Listing[];
}

/** One result of a search. */
export interface Listing {
  /** Ten letters and digits, upper case. */
  readonly id: string;
  readonly title: string;
  readonly price: string;
}

const PRODUCT_ID = /^B[0-9A-Z]{9}$/i;
const COUNTER = /^Page (\d+) \(Total results: (\d+)\)$/i;

export function parsePage(text: string): WebShopPage {
  const elements = elementsOf(text);
  const counter = elements.map((element) => COUNTER.exec(element)).find((match) => match !== null);
  return {
    kind: kindOf(elements, counter !== undefined),
    elements,
    instruction: instructionOf(elements),
    number: counter === undefined ? null : Number(counter[1]),
    total: counter === undefined ? null : Number(counter[2]),
    listings: listingsOf(elements),
  };
}

function elementsOf(text: string): string[] {
  const parts = text.split(/\s*\[SEP\]\s*|\n/);
  return parts.map((part) => part.replaceAll(/\[\/?button_?\]/g, '').trim()).filter((part) => part !== '');
}

/** Whether a page has an element, upper and lower case alike. */
export function shows({ elements }: Pick<WebShopPage, 'elements'>, wanted: string): boolean {
  return elements.some((element) => element.toLowerCase() === wanted.toLowerCase());
}

function kindOf(elements: readonly string[], counted: boolean): PageKind {
  const page = { elements };
  if (elements.some((element) => /^thank you for shopping/i.test(element))) return 'bought';
  if (counted) return 'results';
  if (shows(page, 'Buy Now')) return 'product';
  if (shows(page, 'Back to Search')) return shows(page, '< Prev') ? 'detail' : 'unknown';
  return shows(page, 'Search') ? 'search' : 'unknown';
}

/** After the element "Instruction:", or in the same one. */
function instructionOf(elements: readonly string[]): string | null {
  const at = elements.findIndex((element) => /^Instruction:/i.test(element));
  if (at < 0) return null;
  const rest = elements[at]!.replace(/^Instruction:\s*/i, '');
  return rest === '' ? (elements[at + 1] ?? null) : rest;
}

/** An id is followed by the title and the price. */
function listingsOf(elements: readonly string[]): Listing[] {
  return elements.flatMap((element, i) =>
    PRODUCT_ID.test(element) ? [{ id: element.toUpperCase(), title: elements[i + 1] ?? '', price: elements[i + 2] ?? '' }] : [],
  );
}

/** Whether a text is a product's id. */
export function isProductId(text: string): boolean {
  return PRODUCT_ID.test(text);
}
