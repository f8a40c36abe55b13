/** A WebShop action, `search[red shoes]` or `click[buy now]`, and what kind of step it is. */
import { isProductId } from './page.ts';

export type StepKind = 'search' | 'item' | 'detail' | 'buy' | 'next' | 'previous' | 'back' | 'option';

export interface WebShopAction {
  readonly kind: StepKind;
  /** What is searched or clicked. */
  readonly target: string;
}

const ACTION = /^(search|click)\s*\[([\s\S]*)\]$/i;

const BUTTONS: Readonly<Record<string, StepKind>> = {
  'buy now': 'buy',
  'next >': 'next',
  '< prev': 'previous',
  'back to search': 'back',
  description: 'detail',
  features: 'detail',
  reviews: 'detail',
  attributes: 'detail',
};

/** Null for a text that is no such action. */
export function parseAction(text: string): WebShopAction | null {
  const match = ACTION.exec(text.trim());
  if (match === null) return null;
  const target = match[2]!.trim();
  if (match[1]!.toLowerCase() === 'search') return { kind: 'search', target };
  return { kind: isProductId(target) ? 'item' : (BUTTONS[target.toLowerCase()] ?? 'option'), target };
}
