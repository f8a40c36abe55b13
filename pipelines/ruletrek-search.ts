/** Prints what DynaRule's retrieval, and others, are worth to an agent that must find rules: the heuristic agent with each of them. */
import { initBackend } from '../src/backend/init.ts';
import { createEncoder } from '../src/encoder/create.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { heuristicAnswer, pickSections } from '../src/ruletrek/agents/scripted/heuristic.ts';
import { dynaruleSearch } from '../src/ruletrek/agents/search/dynarule-search.ts';
import { bm25Search, denseSearch, fusedSearch, type RuleSearch } from '../src/ruletrek/agents/search/rule-search.ts';
import type { SearchName } from '../src/ruletrek/agents/search/search-names.ts';
import { instanceFolder, readInstance, readManifest, type Instance } from '../src/ruletrek/instance/read.ts';
import { packNamed } from '../src/ruletrek/packs/registry.ts';
import { matchRules } from '../src/ruletrek/score/rules.ts';
import { scoreTrial } from '../src/ruletrek/score/trial.ts';
import { searchTable, type SearchedRun, type SearchedTrial } from '../src/ruletrek/tables/search.ts';

export interface RuletrekSearchOptions {
  readonly bench: string;
  readonly searches: readonly SearchName[];
  /** Frozen model and adapters of `dynarule`, whose encoder is `lexical`. */
  readonly base: string;
  readonly adapters: string;
  readonly backend?: string | undefined;
  readonly print?: (line: string) => void;
}

/** @throws UserError where a search lacks its files */
export async function run({ bench, searches, base, adapters, backend, print = console.log }: RuletrekSearchOptions): Promise<SearchedRun[]> {
  await initBackend(backend);
  const ids = readManifest(bench).instances.map(({ id }) => id);
  const runs: SearchedRun[] = [];
  for (const name of searches) {
    const search = searchNamed(name, { base, adapters });
    const trials: SearchedTrial[] = [];
    for (const id of ids) trials.push(...(await tryInstance(await readInstance(instanceFolder(bench, id)), search)));
    runs.push({ search: name, trials });
    print(`${name}: ${ids.length} instances`);
  }
  print(`\n${terminalTable(searchTable(runs))}`);
  return runs;
}

function searchNamed(name: SearchName, dynarule: { readonly base: string; readonly adapters: string }): RuleSearch {
  const lexical = () => createEncoder({ kind: 'lexical', base: dynarule.base });
  const minilm = () => denseSearch(createEncoder({ kind: 'minilm', folder: 'models/minilm' }));
  switch (name) {
    case 'bm25':
      return bm25Search();
    case 'hashed':
      return denseSearch(createEncoder({ kind: 'hashed', dimensions: 1024 }));
    case 'lexical':
      return denseSearch(lexical());
    case 'minilm':
      return minilm();
    case 'bm25+minilm':
      return fusedSearch(bm25Search(), minilm());
    case 'dynarule':
      return dynaruleSearch({ ...dynarule, encoder: lexical() });
  }
}

/** RI and E2E; in RD nothing is searched. */
async function tryInstance(instance: Instance, search: RuleSearch): Promise<SearchedTrial[]> {
  const { task: file, graph } = instance;
  const picked = await pickSections(instance, search);
  const found = matchRules(picked.map(({ rule }) => rule), graph.nodes, false).matches.length;
  const shares = { recall: found / graph.nodes.length, precision: picked.length === 0 ? 0 : found / picked.length };
  const trials: SearchedTrial[] = [];
  for (const task of ['RI', 'E2E'] as const) {
    const answer = await heuristicAnswer(packNamed(file.pack.name), instance, task, search);
    const score = scoreTrial(instance, { task, trial: 1, status: 'ok' }, JSON.stringify(answer));
    trials.push({ score, domain: file.domain, nodes: graph.nodes.length, depth: graph.depth, spent: { steps: 0, wallSeconds: 0, tokens: null }, ...shares });
  }
  return trials;
}
