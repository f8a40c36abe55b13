/** `search_rules`: retrieval over the rule documents of a workspace, as a tool of the chat agent. */
import { z } from 'zod';
import { defineTool, type Tool } from '../chat/tools.ts';
import { passagesOf, readRuleFiles, type Passage } from './passages.ts';
import type { RankTexts, RuleSearch } from './rule-search.ts';

const MOST_RESULTS = 20;

interface Index {
  readonly passages: readonly Passage[];
  readonly rank: RankTexts;
}

/** The tool for one workspace; without rules in it (RD), no tool. The index is made when it is first asked. */
export function searchRulesTool(search: RuleSearch, workspace: string): Tool[] {
  const files = readRuleFiles(workspace);
  if (files.size === 0) return [];
  let index: Promise<Index> | null = null;
  const open = async (): Promise<Index> => {
    const passages = await passagesOf(files);
    return { passages, rank: await search.index(passages.map(({ text }) => text)) };
  };
  const parameters = z.object({
    query: z.string().regex(/\p{L}/u, 'expected at least one word').describe('what the rules are to be about'),
    k: z.int().min(1).max(MOST_RESULTS).default(8).describe('number of passages'),
  });
  return [
    defineTool('search_rules', 'Find the passages of the documents below rules/ that fit a query best, with path and locator.', parameters, async ({ query, k }) => {
      const { passages, rank } = await (index ??= open());
      const ranked = await rank(query, k);
      const found = ranked.map(({ id }) => passages[id] as Passage).map(({ path, locator, text }) => `${path} ${locator}\n${text}`);
      return { output: found.length === 0 ? 'nothing was found' : found.join('\n\n'), failed: false };
    }),
  ];
}
