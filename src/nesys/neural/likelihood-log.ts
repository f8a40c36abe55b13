/**
 * Log-probs as they are made, one question a line, behind a first line that says of what they are.
 * Work that was stopped goes on after the last whole line.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../../errors.ts';
import { writeTextAtomically } from '../../files/atomic-write.ts';
import { parseJson } from '../../files/parse-json.ts';

const Line = z.strictObject({ id: z.string(), logProbs: z.array(z.number()) });
export type LikelihoodLine = z.infer<typeof Line>;

export interface LikelihoodLog {
  /** By question's id. */
  readonly known: ReadonlyMap<string, readonly number[]>;
  append(lines: readonly LikelihoodLine[]): void;
  remove(): void;
}

/**
 * @param identity what decides the log-probs: model, prompts, questions
 * @throws UserError where the file is of another identity, or no such log
 */
export function openLikelihoodLog(file: string, identity: object): LikelihoodLog {
  const head = JSON.stringify(identity);
  if (!existsSync(file)) writeTextAtomically(file, `${head}\n`);
  const [first, ...rest] = wholeLines(file);
  if (first !== head) throw another(file, first ?? 'an empty file');
  return {
    known: new Map(rest.map((line, i) => readLine(line, file, i + 2)).map(({ id, logProbs }) => [id, logProbs])),
    append: (lines) => appendFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join('')),
    remove: () => rmSync(file),
  };
}

/** A kill can tear the last line; it is cut off. */
function wholeLines(file: string): string[] {
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(file, end);
  return bytes.subarray(0, end).toString('utf8').split('\n').slice(0, -1);
}

function readLine(text: string, file: string, line: number): LikelihoodLine {
  const parsed = Line.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw UserError.of({ expected: 'a line {id, logProbs}', got: text.slice(0, 80), where: { file, line }, fix: 'delete the file, and begin anew' });
}

function another(file: string, got: string): UserError {
  return UserError.of({
    expected: 'the unfinished log-probs of this model, these prompts and these questions',
    got: got.slice(0, 200),
    where: { file, line: 1 },
    fix: 'finish that work with its own options, delete the file, or name another output',
  });
}
