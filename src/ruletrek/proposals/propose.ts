/** Asks for the proposals of a pack, a few requests side by side. */
import type { ChatMessage } from '../../endpoint/chat.ts';
import type { ChatClient } from '../../endpoint/client.ts';
import { randomStream } from '../../random.ts';
import type { RuleModule, RuleSource } from '../core/rule.ts';
import type { PackContext } from '../instance/draft.ts';
import type { Pack } from '../packs/pack.ts';
import { bindRule } from '../scenario/compose.ts';
import { checkedIntroduction, checkedSubScenario, type Checked } from './check.ts';
import { recordsOf, type PackProposals } from './file.ts';
import { introductionPrompt, subScenarioPrompt } from './prompts.ts';

/** Several variants are wanted, so it is not 0. */
const TEMPERATURE = 0.7;
const REPLY_TOKENS = 1500;

export interface ProposalOrder {
  readonly client: ChatClient;
  /** Introductions to ask for. */
  readonly introductions: number;
  /** Sub-scenarios to ask for, for each rule. */
  readonly subScenarios: number;
  readonly print: (line: string) => void;
}

export interface Proposed<T> {
  readonly taken: readonly T[];
  /** Why the others were not. */
  readonly refused: readonly string[];
}

/** @throws UserError as the client does */
export async function proposedIntroductions(pack: Pack, { client, introductions }: ProposalOrder): Promise<Proposed<string>> {
  const replies = await Promise.all(variants(introductions).map((variant) => ask(client, introductionPrompt(pack, variant))));
  return sorted(replies.map((reply) => checkedIntroduction(pack.introduction, reply)));
}

/** @throws UserError as the client does */
export async function proposedSubScenarios(context: PackContext, order: ProposalOrder): Promise<Proposed<PackProposals['subScenarios'][number]>> {
  const { pack, engine } = context;
  const asked = pack.sources.flatMap((source) => {
    const rule = engine.byId.get(source.id);
    return rule === undefined ? [] : variants(order.subScenarios).map((variant) => subScenario(context, order, { source, rule, variant }));
  });
  const outcomes = sorted(await Promise.all(asked));
  return { ...outcomes, refused: outcomes.refused.map((reason) => `${pack.name} ${reason}`) };
}

interface AskedCase {
  readonly source: RuleSource;
  readonly rule: RuleModule;
  readonly variant: number;
}

async function subScenario({ pack, engine }: PackContext, { client }: ProposalOrder, { source, rule, variant }: AskedCase): Promise<Checked<PackProposals['subScenarios'][number]>> {
  const example = bindRule(engine, randomStream(`proposals/${rule.id}/${variant}`), undefined, rule);
  if (example === null) return { refused: `${rule.id}: it does not bind alone` };
  const reply = await ask(client, subScenarioPrompt(pack, source, example.facts, variant));
  const checked = checkedSubScenario(pack, engine, rule, reply);
  return 'refused' in checked ? { refused: `${rule.id}: ${checked.refused}` } : { taken: { rule: rule.id, records: recordsOf(checked.taken) } };
}

function ask(client: ChatClient, messages: ChatMessage[]): Promise<string> {
  return client.ask({ messages, temperature: TEMPERATURE, maxTokens: REPLY_TOKENS });
}

function variants(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at + 1);
}

function sorted<T>(checked: readonly Checked<T>[]): Proposed<T> {
  return {
    taken: checked.flatMap((one) => ('taken' in one ? [one.taken] : [])),
    refused: checked.flatMap((one) => ('refused' in one ? [one.refused] : [])),
  };
}
