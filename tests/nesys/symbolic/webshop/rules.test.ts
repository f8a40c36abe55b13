/** WebShop's rules on pages written for the purpose: none of WebShop's own is published with the data. */
import { parseAction } from '../../../../src/nesys/symbolic/webshop/action.ts';
import { parsePage } from '../../../../src/nesys/symbolic/webshop/page.ts';
import { WEBSHOP_RULES } from '../../../../src/nesys/symbolic/webshop/rules.ts';

const page = (...elements: readonly string[]): string => elements.join(' [SEP] ');

const WANT = ['Instruction:', 'find me a red kettle under 40 dollars'];
const SEARCH = page('WebShop', ...WANT, 'Search');
const RESULTS = page(...WANT, 'Back to Search', 'Page 1 (Total results: 23)', 'Next >', 'B0AAAAAAA1', 'Red Kettle, 1.7 l', '$35.00', 'B0AAAAAAA2', 'Blue Kettle', '$31.50');
const SECOND = page(...WANT, 'Back to Search', 'Page 2 (Total results: 23)', 'Next >', '< Prev', 'B0AAAAAAA3', 'Tea Kettle', '$20.00');
const PRODUCT = page(...WANT, 'Back to Search', '< Prev', 'color', 'red', 'blue', 'Red Kettle, 1.7 l', 'Price: $35.00', 'Rating: N.A.', 'Description', 'Features', 'Reviews', 'Buy Now');
const DETAIL = page(...WANT, 'Back to Search', '< Prev', 'Boils water.');
const BOUGHT = page('Thank you for shopping with us!', 'Your code:', 'None');

function spoken(state: string, action: string, choice: string): Record<string, number> {
  const transition = WEBSHOP_RULES.parse({ state, action, choice });
  return Object.fromEntries(WEBSHOP_RULES.rules.map(({ id, score }) => [id, score(transition)] as const).filter(([, score]) => score !== 0));
}

describe('a page', () => {
  it.each([
    ['search', SEARCH],
    ['results', RESULTS],
    ['product', PRODUCT],
    ['detail', DETAIL],
    ['bought', BOUGHT],
    ['unknown', 'Not found'],
  ])('is of kind %s', (kind, text) => {
    expect(parsePage(text).kind).toBe(kind);
  });

  it('tells instruction, counter and listings', () => {
    const { instruction, number, total, listings } = parsePage(SECOND);
    expect({ instruction, number, total }).toEqual({ instruction: WANT[1], number: 2, total: 23 });
    expect(listings).toEqual([{ id: 'B0AAAAAAA3', title: 'Tea Kettle', price: '$20.00' }]);
  });

  it('may have an element a line, with marks around buttons', () => {
    const text = 'Instruction: find tea\n[button] Back to Search [button_]\nPage 1 (Total results: 1)\n[button] b0aaaaaaa9 [button_]\nTea\n$3.00';
    expect(parsePage(text)).toMatchObject({ kind: 'results', instruction: 'find tea', listings: [{ id: 'B0AAAAAAA9', title: 'Tea', price: '$3.00' }] });
  });
});

describe('an action', () => {
  it.each([
    ['search[red kettle]', { kind: 'search', target: 'red kettle' }],
    ['click[b0aaaaaaa1]', { kind: 'item', target: 'b0aaaaaaa1' }],
    ['click[Buy Now]', { kind: 'buy', target: 'Buy Now' }],
    ['click[< prev]', { kind: 'previous', target: '< prev' }],
    ['click[5 x 8 [large]]', { kind: 'option', target: '5 x 8 [large]' }],
    ['think[about it]', null],
  ])('%s', (text, action) => {
    expect(parseAction(text)).toEqual(action);
  });
});

describe('each step', () => {
  it.each([
    ['search[red kettle]', SEARCH, RESULTS, ['search-lists-results']],
    ['click[b0aaaaaaa1]', RESULTS, PRODUCT, ['item-opens-product', 'product-as-listed']],
    ['click[description]', PRODUCT, DETAIL, ['detail-opens-text']],
    ['click[buy now]', PRODUCT, BOUGHT, ['purchase-ends']],
    ['click[next >]', RESULTS, SECOND, ['page-turns-by-one', 'total-stays']],
    ['click[< prev]', SECOND, RESULTS, ['page-turns-by-one', 'total-stays']],
    ['click[< prev]', DETAIL, PRODUCT, ['page-turns-by-one']],
    ['click[< prev]', PRODUCT, RESULTS, ['page-turns-by-one']],
    ['click[back to search]', PRODUCT, SEARCH, ['back-leads-to-search']],
    ['click[red]', PRODUCT, PRODUCT, ['option-stays']],
  ])('%s leads where it should', (action, before, after, rules) => {
    expect(spoken(before, action, after)).toEqual(Object.fromEntries(rules.map((id) => [id, 1])));
  });

  it.each([
    ['search[red kettle]', SEARCH, SECOND, { 'search-lists-results': -1 }],
    ['search[red kettle]', SEARCH, SEARCH, { 'search-lists-results': -1, 'page-changes': -1 }],
    ['click[b0aaaaaaa2]', RESULTS, PRODUCT, { 'item-opens-product': 1, 'product-as-listed': -1 }],
    ['click[description]', PRODUCT, BOUGHT, { 'detail-opens-text': -1 }],
    ['click[buy now]', PRODUCT, SEARCH, { 'purchase-ends': -1 }],
    ['click[next >]', RESULTS, RESULTS, { 'page-turns-by-one': -1, 'total-stays': 1, 'other-listings': -1, 'page-changes': -1 }],
    ['click[next >]', RESULTS, SECOND.replace('23', '24'), { 'page-turns-by-one': 1, 'total-stays': -1 }],
    ['click[back to search]', RESULTS, PRODUCT, { 'back-leads-to-search': -1 }],
    ['click[red]', PRODUCT, DETAIL, { 'option-stays': -1 }],
    ['click[buy now]', PRODUCT, DETAIL.replace('red', 'blue'), { 'purchase-ends': -1, 'instruction-stays': -1 }],
    ['wait', PRODUCT, BOUGHT, {}],
  ])('%s and a wrong page', (action, before, after, scores) => {
    expect(spoken(before, action, after)).toEqual(scores);
  });

  it('half as listed: the price is another', () => {
    expect(spoken(RESULTS, 'click[b0aaaaaaa1]', PRODUCT.replace('$35.00', '$5.00'))).toEqual({ 'item-opens-product': 1 });
  });
});
