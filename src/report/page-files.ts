/** The report's style and script, put together from their source files under `page/`. */
import { readFileSync } from 'node:fs';

/** In the order in which they need each other. */
const SCRIPTS = ['elements.js', 'data.js', 'query.js', 'list.js', 'detail.js', 'main.js'];

export function pageStyle(): string {
  return pageFile('style.css');
}

/**
 * All modules as one: they share one scope, so what joins them is left out. The page needs
 * nothing beside itself, and the project no bundler.
 */
export function pageScript(): string {
  return SCRIPTS.map((name) => withoutModuleSyntax(pageFile(name))).join('\n');
}

/** The script of RuleTrek's trials, which has a scope of its own. */
export function trialsScript(): string {
  return ['elements.js', 'trials.js'].map((name) => withoutModuleSyntax(pageFile(name))).join('\n');
}

/** Takes off imports, which are one line each, and the word `export`. */
function withoutModuleSyntax(source: string): string {
  return source.replace(/^import .*;\n/gm, '').replace(/^export /gm, '');
}

function pageFile(name: string): string {
  return readFileSync(new URL(`page/${name}`, import.meta.url), 'utf8');
}
