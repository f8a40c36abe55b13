/** The questions of a shard, merged by a model behind an endpoint where the configuration names one. */
import { dirname, join } from 'node:path';
import { createChatClient, type ChatClient } from '../../endpoint/client.ts';
import { clientSettings } from '../../endpoint/client-settings.ts';
import { openReplyCache } from '../../endpoint/reply-cache.ts';
import { randomStream } from '../../random.ts';
import { mergeByEndpoint, type EndpointMerge } from '../merge-endpoint.ts';
import { SUBTASK_PLANS } from '../skeletons.ts';
import type { Subtask, WorldQuestion } from '../types.ts';
import type { GenerationConfig, MergingEndpoint } from './config.ts';

/** What became of the questions of several parts that an endpoint was asked to rewrite. */
export interface MergeCount {
  readonly rewritten: number;
  /** Why each of the others has its template's text still. */
  readonly dropped: readonly string[];
}

/** What a worker says, beside its outcomes, after each question that an endpoint was asked about. */
export const ONE_MERGED = 'one merged';

export const NOTHING_MERGED: MergeCount = { rewritten: 0, dropped: [] };

export function sumOfMerges(counts: readonly MergeCount[]): MergeCount {
  return {
    rewritten: counts.reduce((sum, { rewritten }) => sum + rewritten, 0),
    dropped: counts.flatMap(({ dropped }) => dropped),
  };
}

/** Threads, so that no more requests are in flight at a time than the endpoint allows. */
export function mergingWorkers({ merging }: GenerationConfig, workers: number): number {
  return Math.min(workers, merging.endpoint?.maxConcurrent ?? workers);
}

/** Beside the output folder, which is made anew each time: what was answered is never asked again. */
function mergeCacheFolder(output: string): string {
  return join(dirname(output), 'endpoint-cache');
}

/** One worker's client. @throws UserError where the variable of the API key is not set */
export function mergeClient(endpoint: MergingEndpoint, output: string, workers: number): ChatClient {
  const settings = { ...clientSettings(endpoint), maxConcurrent: Math.floor(endpoint.maxConcurrent / workers) };
  return createChatClient(settings, { random: randomStream('merge').next, cache: openReplyCache(mergeCacheFolder(output)) });
}

/** Whether there is anything to merge in questions of a sub-task. */
export function isMerged(subtask: Subtask): boolean {
  return SUBTASK_PLANS[subtask].kind === 'merge';
}

/**
 * @param done told of each question that was asked about
 * @throws UserError as the client does, once what was asked at the same time has ended and is kept
 */
export async function mergeShard(
  questions: readonly WorldQuestion[],
  client: ChatClient,
  temperature: number,
  done: () => void,
): Promise<{ readonly questions: readonly WorldQuestion[]; readonly merged: MergeCount }> {
  const asked = questions.map(async (question) => {
    if (!isMerged(question.subtask)) return null;
    const merge = await mergeByEndpoint(question, client, temperature);
    done();
    return merge;
  });
  await Promise.allSettled(asked);
  const merges = await Promise.all(asked);
  return { questions: questions.map((question, at) => merges[at]?.question ?? question), merged: countOf(merges) };
}

function countOf(merges: readonly (EndpointMerge | null)[]): MergeCount {
  const faults = merges.flatMap((merge) => (merge === null ? [] : [merge.fault]));
  const dropped = faults.filter((fault) => fault !== null);
  return { rewritten: faults.length - dropped.length, dropped };
}
