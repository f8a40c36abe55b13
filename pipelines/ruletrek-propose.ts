/** Asks a model behind an endpoint for other words and for sub-scenarios, and keeps what the checks let through. */
import { join } from 'node:path';
import { endpointOf, type GivenEndpoint } from '../src/config/endpoint.ts';
import { createChatClient } from '../src/endpoint/client.ts';
import { clientSettings } from '../src/endpoint/client-settings.ts';
import { openReplyCache } from '../src/endpoint/reply-cache.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { randomStream } from '../src/random.ts';
import type { PackContext } from '../src/ruletrek/instance/draft.ts';
import { openPack, PACKS, packNamed } from '../src/ruletrek/packs/registry.ts';
import { proposalsFile, type PackProposals, type ProposalsFile } from '../src/ruletrek/proposals/file.ts';
import { proposedIntroductions, proposedSubScenarios, type Proposed, type ProposalOrder } from '../src/ruletrek/proposals/propose.ts';

export interface RuletrekProposeOptions {
  readonly output: string;
  /** Names of packs; all for none. */
  readonly packs: readonly string[];
  /** Introductions that each pack is asked for, and sub-scenarios that each rule is. */
  readonly introductions: number;
  readonly subScenarios: number;
  readonly endpoint: GivenEndpoint;
  /** Folder of runs, where replies are kept: what was answered is not asked again. */
  readonly root?: string;
  readonly print?: (line: string) => void;
}

/**
 * Writes the file that `ruletrek build --proposals` reads, and prints how many proposals were taken and why others were not.
 * @throws UserError for an unknown pack, a bad address, and where the endpoint does not answer
 */
export async function run({ output, packs, introductions, subScenarios, endpoint, root = 'runs', print = console.log }: RuletrekProposeOptions): Promise<ProposalsFile> {
  const client = createChatClient(clientSettings(endpointOf(endpoint)), { random: randomStream('proposals').next, cache: openReplyCache(join(root, 'endpoint-cache')) });
  const chosen = packs.length === 0 ? PACKS : packs.map(packNamed);
  const own: PackProposals[] = [];
  for (const pack of chosen) own.push(await packProposals(await openPack(pack), { client, introductions, subScenarios, print }));
  const file = proposalsFile(endpoint.model, own);
  writeJsonAtomically(output, file);
  print(`${output}: dynarule ruletrek build --proposals ${output}`);
  return file;
}

async function packProposals(context: PackContext, order: ProposalOrder): Promise<PackProposals> {
  const { pack, sha256 } = context;
  const introductions = await proposedIntroductions(pack, order);
  const subScenarios = await proposedSubScenarios(context, order);
  report(`${pack.name}: introductions`, introductions, order.print);
  report(`${pack.name}: sub-scenarios`, subScenarios, order.print);
  return { pack: pack.name, sha256, introductions: [...new Set(introductions.taken)], subScenarios: [...subScenarios.taken] };
}

function report<T>(what: string, { taken, refused }: Proposed<T>, print: (line: string) => void): void {
  for (const reason of refused) print(`  not taken: ${reason}`);
  print(`${what}: ${taken.length} of ${taken.length + refused.length} taken`);
}
