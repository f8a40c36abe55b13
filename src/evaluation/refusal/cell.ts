/** Questions of one cell asked twice: with their gold rules in the pool, and with other rules in the place of these. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { REFUSAL_RULES } from '../../dynarule/refusal.ts';
import { UserError } from '../../errors.ts';
import { writeJsonAtomically } from '../../files/atomic-write.ts';
import { parseJson } from '../../files/parse-json.ts';
import type { Method, MethodAnswer, MethodInput } from '../../methods/method.ts';
import { goldRules } from '../../ruleworld/gold-rules.ts';
import type { Question } from '../../ruleworld/types.ts';
import { batches } from '../batches.ts';
import { evaluationPool } from '../pools.ts';
import type { Cell } from '../plan.ts';
import type { RefusalCase } from './threshold.ts';

const Cases = z.array(
  z.strictObject({ questionId: z.string(), answerable: z.boolean(), retrievals: z.array(z.array(z.strictObject({ row: z.int(), score: z.number() }))) }),
);

/**
 * The cases of a cell, from its file where it has been asked before.
 *
 * @param folder where files of cells are kept
 * @param method gives the loaded method; not called for a cell that has been asked
 * @throws UserError for a damaged file, and for a repository too small for the pool
 */
export async function refusalCasesOf(cell: Cell, folder: string, method: () => Promise<Method>): Promise<RefusalCase[]> {
  const file = join(folder, `${cell.name}.json`);
  if (existsSync(file)) return readCases(file);
  const inputs = cell.questions.flatMap((question) => [true, false].map((answerable) => ({ question, answerable, pool: refusalPool(cell, question, answerable) })));
  const answers = await answerAll(await method(), inputs.map(({ question, pool }) => ({ question, pool, representation: cell.place.representation })), cell.batchSize);
  const cases = inputs.map(({ question, answerable }, at) => ({ questionId: question.id, answerable, retrievals: scoresOf(answers[at] as MethodAnswer) }));
  writeJsonAtomically(file, cases);
  return cases;
}

/** As many rules either way: those of the evaluation, or as many without the gold ones. */
export function refusalPool({ place, data }: Pick<Cell, 'place' | 'data'>, question: Question, answerable: boolean): number[] {
  const size = data.ruleTexts.length;
  if (answerable) return evaluationPool(question, place.ruleCount, size, place.seed);
  const gold = goldRules(question);
  return evaluationPool(question, place.ruleCount + gold.size, size, place.seed).filter((id) => !gold.has(id));
}

async function answerAll(method: Method, inputs: readonly MethodInput[], batchSize: number): Promise<MethodAnswer[]> {
  const answers: MethodAnswer[] = [];
  for (const batch of batches(inputs, batchSize)) answers.push(...(await method.answer(batch)));
  return answers;
}

function scoresOf({ retrievedPerStep }: MethodAnswer): RefusalCase['retrievals'] {
  return retrievedPerStep.map((ranked) => ranked.slice(0, REFUSAL_RULES).map(({ id, score }) => ({ row: id, score })));
}

function readCases(file: string): RefusalCase[] {
  const parsed = Cases.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw UserError.of({ expected: 'scores of retrievals', got: z.prettifyError(parsed.error), where: { file }, fix: 'remove the file: its questions are asked anew' });
}
