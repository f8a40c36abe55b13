/**
 * A heuristic without a model: a search, BM25 by itself, picks sections by the words of the question and then by the words of what it
 * picked (in RD, the graph names them), every rule is applied as it stands, and exceptions, overrides and precedence
 * are ignored. It cites no facts. So it lies between chance and the oracle.
 */
import { arcsOf, closureOf, evaluate, type Evaluation } from '../../core/evaluate.ts';
import { toJson } from '../../core/values.ts';
import type { CitedRule, RiAnswer, SolveAnswer } from '../../formats/agent-answer.ts';
import type { EdgeType, Task } from '../../formats/vocabulary.ts';
import type { Instance } from '../../instance/read.ts';
import type { Pack } from '../../packs/pack.ts';
import { labelOf } from '../../packs/pack.ts';
import { factsFrom } from '../../scenario/files.ts';
import { engineOf } from '../../scenario/state.ts';
import { readWorkspace } from '../../instance/workspace.ts';
import { bm25Search, type RuleSearch } from '../search/rule-search.ts';
import { sectionsOf, type Section } from './sections.ts';

/** Sections taken for each value that is asked for, and for each section that was taken. */
const SECTIONS_A_QUERY = 8;
const IGNORED: ReadonlySet<EdgeType> = new Set(['exception', 'override', 'precedence']);

export async function heuristicAnswer(pack: Pack, instance: Instance, task: Task, search = bm25Search()): Promise<RiAnswer | SolveAnswer> {
  const names = instance.task.answer.map(({ name }) => name);
  const known = task === 'RD' ? graphRules(pack, instance) : pickedRules(pack, await pickSections(instance, search));
  const evaluation = await applyKnown(pack, instance, new Set(known.keys()));
  const used = closureOf(evaluation, names).map(({ rule }) => rule);
  const rules = used.map((id): CitedRule => ({ ...known.get(id)!, id }));
  if (task === 'RI') return { nodes: rules, edges: edgesAmong(pack, evaluation, used) };
  const steps = closureOf(evaluation, names).flatMap(({ rule, emitted }) => Object.entries(emitted).map(([name, value]) => ({ rule, name, value: toJson(value) })));
  const answer = names.map((name) => [name, evaluation.values.has(name) ? toJson(evaluation.values.get(name)!) : null]);
  return { answer: Object.fromEntries(answer) as SolveAnswer['answer'], rules, facts: [], steps };
}

/** What the search finds for each value that is asked for, and for each section that it found so. */
export async function pickSections(instance: Instance, search: RuleSearch): Promise<Section[]> {
  const sections = sectionsOf(instance);
  const rank = await search.index(sections.map(({ text }) => text));
  const found = async (queries: readonly string[]): Promise<number[]> => {
    const ids: number[] = [];
    for (const query of queries) ids.push(...(await rank(query, SECTIONS_A_QUERY)).map(({ id }) => id));
    return ids;
  };
  const first = new Set(await found(instance.task.answer.map(({ name }) => labelOf(name))));
  const second = await found([...first].map((i) => sections[i]!.text));
  return [...new Set([...first, ...second])].sort((a, b) => a - b).map((i) => sections[i]!);
}

function pickedRules(pack: Pack, picked: readonly Section[]): Map<string, CitedRule> {
  const known = picked.flatMap((section): [string, CitedRule][] => {
    const source = pack.sources.find(({ path, anchor }) => path === section.rule.path && section.text.trimStart().startsWith(anchor));
    return source === undefined ? [] : [[source.id, section.rule]];
  });
  return withoutExceptions(pack, new Map(known));
}

function graphRules(pack: Pack, { graph }: Instance): Map<string, CitedRule> {
  const cite = ({ id, path, locator, text }: Instance['graph']['nodes'][number]): CitedRule => ({ id, path, locator, quote: text, version: '', condition: '', consequence: '' });
  return withoutExceptions(pack, new Map(graph.nodes.map((node) => [node.id, cite(node)])));
}

/** Without the rules that only ever make exceptions. */
function withoutExceptions({ set }: Pack, known: ReadonlyMap<string, CitedRule>): Map<string, CitedRule> {
  const ignored = new Set(set.rules.flatMap(({ reads }) => Object.entries(reads).filter(([, type]) => IGNORED.has(type)).map(([name]) => name)));
  const onlyIgnored = (id: string): boolean => Object.keys(set.rules.find((rule) => rule.id === id)!.emits).every((name) => ignored.has(name));
  return new Map([...known].filter(([id]) => !onlyIgnored(id)));
}

async function applyKnown(pack: Pack, instance: Instance, known: ReadonlySet<string>): Promise<Evaluation> {
  const engine = engineOf(pack.set);
  const { records } = await readWorkspace(pack, instance.folder);
  return evaluate(pack.set, engine.ordered.filter(({ id }) => known.has(id)), factsFrom(pack, records));
}

function edgesAmong({ set }: Pack, evaluation: Evaluation, used: readonly string[]): RiAnswer['edges'] {
  const typeOf = (to: string, name: string): EdgeType => set.rules.find(({ id }) => id === to)!.reads[name]!;
  const arcs = arcsOf(evaluation).filter(({ from, to }) => used.includes(from) && used.includes(to));
  return arcs.map(({ from, to, name }) => ({ from, to, type: typeOf(to, name) }));
}
