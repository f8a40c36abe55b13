/** The searches of rules that can be compared, by name. */
export const SEARCH_NAMES = ['bm25', 'hashed', 'lexical', 'minilm', 'bm25+minilm', 'dynarule'] as const;
export type SearchName = (typeof SEARCH_NAMES)[number];
