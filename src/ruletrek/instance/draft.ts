/** From a composition to all files of an instance, in memory. */
import { randomStream } from '../../random.ts';
import { canonicalJson, sha256 } from '../core/canonical.ts';
import { toJson } from '../core/values.ts';
import { FORMAT_VERSION, type Scalar } from '../formats/vocabulary.ts';
import { DEFAULT_LIMITS, type TaskFile } from '../formats/task.ts';
import type { GoldEvidence, GoldStages, GoldTrace, GraphFile, GraphNode, Stage } from '../formats/gold.ts';
import { factId } from '../core/facts.ts';
import { spanOf, type RuleDocument } from '../packs/documents.ts';
import { typeOf, type LayoutFile, type Pack } from '../packs/pack.ts';
import { bytesOf } from '../render/table.ts';
import type { Composition } from '../scenario/compose.ts';
import { withDistractors } from '../scenario/distract.ts';
import { renderScenario, type RenderedScenario } from '../scenario/files.ts';
import { answerFields, questionText } from '../scenario/question.ts';
import type { Engine, Scenario } from '../scenario/state.ts';
import { LAYOUT } from './layout.ts';

export interface Draft {
  readonly id: string;
  readonly composition: Composition;
  readonly scenario: Scenario;
  readonly layout: readonly LayoutFile[];
  readonly rendered: RenderedScenario;
  readonly graph: GraphFile;
  /** Path below the instance's folder → bytes; without gold/verify.json. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** What a pack's instances share: rules in order, documents and their hash. */
export interface PackContext {
  readonly pack: Pack;
  readonly engine: Engine;
  readonly documents: readonly RuleDocument[];
  readonly sha256: string;
  /** Proposed introductions; an instance has one of them or the pack's own. */
  readonly introductions?: readonly string[];
}

/** Hash of everything that decides what a pack says. */
export function packHash(pack: Pack, documents: readonly RuleDocument[]): string {
  return sha256(canonicalJson([pack.version, pack.sources, pack.set.parameters, documents.map(({ path, bytes }) => [path, sha256(bytes)])]));
}

/** Renders a composition with its distractors; the seed decides layout, order of rows and distractors. */
export async function draftInstance(context: PackContext, id: string, composition: Composition, seed: string): Promise<Draft> {
  const { pack, engine, documents } = context;
  const random = randomStream(`${seed}/files`);
  const { scenario } = composition.stages.at(-1)!;
  const facts = withDistractors(engine, pack, random, scenario);
  const layout = random.pick(pack.layouts);
  const rendered = await renderScenario(pack, random, facts, layout);
  const graph = graphFile(context, scenario);
  const files = new Map<string, Uint8Array>();
  for (const [path, bytes] of rendered.files) files.set(`${LAYOUT.workspace}/${path}`, bytes);
  for (const { path, text } of pack.bystanders(random)) files.set(`${LAYOUT.workspace}/${path}`, bytesOf(text));
  for (const { path, bytes } of documents) files.set(`${LAYOUT.rules}/${path}`, bytes);
  const json = (path: string, value: unknown): void => void files.set(path, bytesOf(`${JSON.stringify(value, null, 2)}\n`));
  json(LAYOUT.task, taskFile(context, id, scenario, introductionOf(context, seed)));
  json(LAYOUT.graph, graph);
  json(LAYOUT.goldGraph, graph);
  json(LAYOUT.goldAnswer, { format: FORMAT_VERSION, fields: answerOf(scenario) });
  json(LAYOUT.goldTrace, traceFile(pack, scenario));
  json(LAYOUT.goldEvidence, evidenceFile(scenario, rendered));
  json(LAYOUT.goldStages, stagesFile(composition));
  return { id, composition, scenario, layout, rendered, graph, files };
}

function introductionOf({ pack, introductions = [] }: PackContext, seed: string): string {
  return randomStream(`${seed}/introduction`).pick([pack.introduction, ...introductions]);
}

function taskFile({ pack, sha256: hash }: PackContext, id: string, scenario: Scenario, introduction: string): TaskFile {
  return {
    format: FORMAT_VERSION, id, domain: pack.domain, pack: { name: pack.name, version: pack.version, sha256: hash }, tasks: ['RI', 'RD', 'E2E'],
    asOf: pack.asOf, question: questionText(pack, scenario, introduction), answer: answerFields(pack, scenario), limits: DEFAULT_LIMITS,
  };
}

function graphFile({ pack, documents }: PackContext, scenario: Scenario): GraphFile {
  const nodes = scenario.applied.map(({ rule }): GraphNode => {
    const source = pack.sources.find(({ id }) => id === rule)!;
    const { path, anchor, scope, version, condition, consequence } = source;
    return { id: rule, path, anchor, scope, version, condition, consequence, ...spanOf(documents, source) };
  });
  return { format: FORMAT_VERSION, nodes, edges: [...scenario.edges], depth: scenario.depth };
}

function answerOf(scenario: Scenario): Record<string, Scalar> {
  return Object.fromEntries(scenario.asked.map((name) => [name, toJson(scenario.values.get(name)!)]));
}

function traceFile({ set }: Pack, { applied }: Scenario): GoldTrace {
  const steps = applied.flatMap(({ rule, emitted, readValues, readFacts }) => Object.entries(emitted).map(([name, value]) => ({
    rule, name, type: typeOf(set.rules, name), value: toJson(value), reads: [...readValues, ...readFacts],
  })));
  return { format: FORMAT_VERSION, steps };
}

function evidenceFile({ applied }: Scenario, { places }: RenderedScenario): GoldEvidence {
  const ids = new Set(applied.flatMap(({ readFacts }) => [...readFacts]));
  return { format: FORMAT_VERSION, facts: [...ids].sort().map((id) => places.get(id)!) };
}

function stagesFile({ stages }: Composition): GoldStages {
  return { format: FORMAT_VERSION, stages: stages.map(({ added, scenario }, step) => stageOf(added, scenario, step)) };
}

function stageOf(added: string, scenario: Scenario, step: number): Stage {
  const facts = scenario.facts.flatMap(({ subject, fields }) => Object.entries(fields).map(([name, value]): [string, Scalar] => [factId(subject, name), toJson(value)]));
  return { step, added, nodes: scenario.applied.map(({ rule }) => rule), edges: [...scenario.edges], depth: scenario.depth, facts: Object.fromEntries(facts), answer: answerOf(scenario) };
}
