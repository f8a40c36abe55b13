/** Lets a model behind an endpoint judge the answers of scored runs; what is judged is not asked about again. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { endpointOf, type GivenEndpoint } from '../src/config/endpoint.ts';
import { createChatClient, type ChatClient } from '../src/endpoint/client.ts';
import { clientSettings } from '../src/endpoint/client-settings.ts';
import { UserError } from '../src/errors.ts';
import { terminalTable } from '../src/evaluation/table.ts';
import { writeJsonAtomically } from '../src/files/atomic-write.ts';
import { randomStream } from '../src/random.ts';
import { sha256 } from '../src/ruletrek/core/canonical.ts';
import { JudgeFile, type JudgedBy } from '../src/ruletrek/formats/judgement.ts';
import { readFormat } from '../src/ruletrek/formats/read.ts';
import type { ScoreFile } from '../src/ruletrek/formats/score.ts';
import { FORMAT_VERSION } from '../src/ruletrek/formats/vocabulary.ts';
import { instanceFolder, readInstance } from '../src/ruletrek/instance/read.ts';
import { requireSameBench } from '../src/ruletrek/run/run-folder.ts';
import { trialFolder } from '../src/ruletrek/run/trial.ts';
import { JUDGE_PROMPT_SHA256, judgeAnswer } from '../src/ruletrek/score/judge.ts';
import { judgeTable, type JudgedRun, type JudgedTrial } from '../src/ruletrek/tables/judge.ts';
import { readRunSummary } from '../src/ruletrek/tables/run-summary.ts';

export interface RuletrekJudgeOptions {
  /** Run folders that were scored. */
  readonly folders: readonly string[];
  readonly bench: string;
  readonly endpoint: GivenEndpoint;
  readonly print?: (line: string) => void;
}

interface Judge {
  readonly client: ChatClient;
  readonly by: Omit<JudgedBy, 'answerSha256'>;
  readonly bench: string;
}

/**
 * Writes judge.json beside each answer of RD and E2E that could be read, and prints the judge beside the scores.
 * @throws UserError where a folder was not scored or is of another benchmark, for a bad address, and where the endpoint does not answer
 */
export async function run({ folders, bench, endpoint, print = console.log }: RuletrekJudgeOptions): Promise<JudgedRun[]> {
  const { client, model, baseUrl } = judgeOf(endpoint);
  const scored = folders.map(scoredTrials);
  for (const folder of folders) requireSameBench(folder, bench);
  const judge: Judge = { client, bench, by: { model, baseUrl, promptSha256: JUDGE_PROMPT_SHA256 } };
  const runs: JudgedRun[] = [];
  for (const [i, folder] of folders.entries()) {
    const trials: JudgedTrial[] = [];
    for (const score of scored[i]!) {
      trials.push({ score, verdict: (await judgedFile(judge, folder, score)).verdict });
      print(`${basename(folder)}: ${trials.length}/${scored[i]!.length} ${score.instance} ${score.task} ${score.trial}${trials.at(-1)!.verdict === null ? ' | unjudged: the reply is no verdict' : ''}`);
    }
    runs.push({ name: basename(resolve(folder)), trials });
  }
  print(`\n${terminalTable(judgeTable(runs, model))}`);
  return runs;
}

function judgeOf(endpoint: RuletrekJudgeOptions['endpoint']): { readonly client: ChatClient; readonly model: string; readonly baseUrl: string } {
  const config = endpointOf(endpoint);
  const { model, baseUrl } = config;
  return { client: createChatClient(clientSettings(config), { random: randomStream('judge').next }), model, baseUrl };
}

/** Answers to judge: those of RD and E2E that could be read. */
function scoredTrials(folder: string): ScoreFile[] {
  const summary = readRunSummary(folder);
  if (summary === null) throw UserError.of({ expected: 'a scored run', got: 'no ruletrek.json', where: { file: folder }, fix: `score it first: dynarule ruletrek score ${folder}` });
  return summary.trials.map(({ score }) => score).filter(({ task, status }) => task !== 'RI' && status === 'ok');
}

async function judgedFile({ client, by, bench }: Judge, run: string, score: ScoreFile): Promise<JudgeFile> {
  const { instance, task, trial } = score;
  const folder = trialFolder(run, score);
  const answer = readFileSync(join(folder, 'answer.json'), 'utf8');
  const whole: JudgedBy = { ...by, answerSha256: sha256(answer) };
  const file = join(folder, 'judge.json');
  const known = existsSync(file) ? readFormat(file, JudgeFile) : null;
  if (known !== null && known.verdict !== null && isDeepStrictEqual(known.by, whole)) return known;
  const judged = await judgeAnswer(client, await readInstance(instanceFolder(bench, instance)), answer);
  const written: JudgeFile = { format: FORMAT_VERSION, instance, task, trial, by: whole, ...judged };
  writeJsonAtomically(file, written);
  return written;
}
