/**
 * Reads PrOntoQA as Logic-LLM publishes it (teacherpeterpan/Logic-LLM): a JSON list
 * of `id`, `context`, `question`, `answer` and `explanation`, whose sentences are
 * fact, rule, conclusion, rule, conclusion and so on.
 */
import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { UserError } from '../errors.ts';
import { parseJson } from '../files/parse-json.ts';
import { parseFact, parseRule, parseStatement, sentencesOf } from './prontoqa-sentence.ts';
import type { Chain, ClassRule, Theory } from './theory.ts';

const Entry = z.object({
  id: z.string().min(1),
  context: z.string().min(1),
  question: z.string().min(1),
  answer: z.enum(['A', 'B']),
  explanation: z.array(z.string()).min(3),
});
type Entry = z.infer<typeof Entry>;

/** @throws UserError where the file is missing, of another form, or a chain does not prove its answer */
export function readProntoQa(file: string): Theory[] {
  if (!existsSync(file)) throw missing(file);
  const parsed = z.array(Entry).min(1).safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!parsed.success) throw faulty(file, z.prettifyError(parsed.error).split('\n').slice(0, 6).join('\n  '));
  return parsed.data.map((entry) => theoryOf(entry, file));
}

function missing(file: string): UserError {
  return UserError.of({
    expected: 'the outside data, which does not come with the project',
    got: 'no such file',
    where: { file, key: 'source' },
    fix: "bring PrOntoQA's development set of github.com/teacherpeterpan/Logic-LLM and name it: --set source=<file>",
  });
}

function faulty(file: string, got: string): UserError {
  return UserError.of({
    expected: 'a JSON list of PrOntoQA questions with id, context, question, answer and explanation',
    got,
    where: { file, key: 'source' },
    fix: 'name the file of Logic-LLM in its published form',
  });
}

/** The fact of the individual is the one sentence of a context that is no rule. */
function theoryOf(entry: Entry, file: string): Theory {
  const sentences = sentencesOf(entry.context).map((text) => ({ text, rule: parseRule(text) }));
  const written = sentences.flatMap(({ text, rule }) => (rule === null ? [] : [{ text, rule }]));
  const rules = written.map(({ rule }) => rule);
  const facts = sentences.flatMap(({ text, rule }) => (rule === null ? [parseFact(text)] : []));
  const [start] = facts;
  if (facts.length !== 1 || typeof start !== 'string') throw faulty(file, `${entry.id}: ${facts.length} sentences that are no rules, not one fact`);
  const placeOf = (sentence: string): number => written.findIndex(({ text }) => text === sentence);
  const chain = { start, rules: entry.explanation.filter((_, at) => at % 2 === 1).map(placeOf) };
  const fault = chainFault(entry, rules, chain);
  if (fault !== null) throw faulty(file, `${entry.id}: ${fault}`);
  return { id: entry.id, rules, published: chain };
}

/** What is wrong with the published chain; null where each rule follows from the one before, and the last gives the answer. */
function chainFault(entry: Entry, rules: readonly ClassRule[], chain: Chain): string | null {
  let reached = chain.start;
  for (const [step, at] of chain.rules.entries()) {
    const rule = rules[at];
    if (rule === undefined) return `rule ${step + 1} of the explanation is not in the context`;
    if (rule.subject !== reached) return `rule ${step + 1} of the explanation is about ${rule.subject}, not ${reached}`;
    const last = step === chain.rules.length - 1;
    if (last) return answerFault(entry, rule);
    reached = rule.conclusion.name;
  }
  return 'no rules in the explanation';
}

function answerFault({ question, answer }: Entry, { conclusion }: ClassRule): string | null {
  const asked = parseStatement(question.slice(question.indexOf('?') + 1).trim());
  if (asked === null || conclusion.kind !== 'property' || conclusion.name !== asked.property) return 'the explanation does not end in what is asked';
  const holds = conclusion.negated === asked.negated;
  return holds === (answer === 'A') ? null : `the explanation contradicts the answer ${answer}`;
}
