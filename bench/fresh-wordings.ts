/**
 * How adapters of one's own rules answer questions in sentences that neither their training nor their table of tests has.
 * The sentences were written before any answer to them was seen, and nothing has been chosen by them.
 *
 *   npx tsx bench/example-rules.ts 500 > my-rules.jsonl
 *   npx tsx bench/fresh-wordings.ts my-rules.jsonl runs/own-rules/own-rules/checkpoints/step-200
 */
import { pathToFileURL } from 'node:url';
import { initBackend } from '../src/backend/init.ts';
import { refusalRates } from '../src/evaluation/refusal/threshold.ts';
import { randomStream } from '../src/random.ts';
import { loadAnswerer } from '../src/rulebook/load-answerer.ts';
import { inflected, type VerbForm } from '../src/rulebook/questions/inflect.ts';
import type { OwnQuestion } from '../src/rulebook/questions/own-question.ts';
import { premiseParts } from '../src/rulebook/questions/premise.ts';
import { exchanged, worded, type Synonyms } from '../src/rulebook/questions/reword.ts';
import type { OwnRule } from '../src/rulebook/rule.ts';
import { readRuleSnapshot } from '../src/rulebook/store.ts';
import { answerAll, refusalCases } from '../src/rulebook/training/measure.ts';

/** About clauses; `$` stands for the premise without its opening word. */
const CONDITIONS = [
  'Out of curiosity: where would that leave us if $?',
  'Our intranet is down, so let me ask here: $. Which arrangement holds?',
  'Hypothetically, $. Spell out the aftermath.',
  'This morning I overheard that $. Is some response required from our side?',
  'Could it cause trouble that $, and of what sort?',
  'A quarrel broke out because $. Who is in the right, and why?',
  'Tell the new hire briefly how one deals with it once $.',
  'Whatever the reason, $. What does policy prescribe?',
  'On the assumption that $, finish the sentence.',
  'Stuck again! $. Next instruction?',
  'Has anyone written down the treatment for cases where $?',
  'If I understand correctly, $. Then the result would be?',
  'Seeing that $, how ought we to behave?',
  'My notes stop at this point: $. Kindly complete them.',
] as const;
/** About a thing of something. */
const TOPICS = [
  'Quickly, $ – I am on the line with somebody.',
  'Does the handbook mention $, and if so, with which words?',
  'People at the counter want a definite answer about $.',
  'What was decided concerning $?',
  'Fill in the gap for me: $ equals?',
  'Before we open tomorrow, somebody must announce $.',
  'Could there be an error in $? Read it to me.',
  'Honestly, $ has slipped my mind entirely.',
  'Whom or what do I put down as $?',
  'An update on $ would be welcome.',
] as const;
const SYNONYMS: Synonyms = {
  'more than': ['at least', 'greater than'],
  'fewer than': ['only under', 'a smaller number than'],
  within: ['during the first', 'before the end of'],
  without: ['missing', 'in want of'],
  a: ['your', 'the very same', 'some kind of'],
  an: ['your', 'the very same', 'some kind of'],
  before: ['until'],
  after: ['once past', 'behind'],
  during: ['all through', 'inside'],
  of: ['that belongs to', 'in'],
  while: ['as long as still'],
  abroad: ['in a foreign country'],
  'next to': ['beside'],
};
const FORMS: readonly (readonly [VerbForm, string])[] = [['bare', 'intends to'], ['ing', 'has been'], ['past', 'accidentally'], ['bare', 'refuses to stop and does'], ['ing', 'risks']];
/** Share of the verbs in another form. */
const INFLECTED = 0.5;

/** One question about each rule; its premise is a clause or a thing of something. */
export function freshQuestions(rules: readonly Pick<OwnRule, 'id' | 'premise'>[]): OwnQuestion[] {
  return rules.map((rule) => {
    const random = randomStream(`fourth|${rule.id}`);
    const { kind, body } = premiseParts(rule.premise);
    const clause = exchanged(kind === 'condition' && random.chance(INFLECTED) ? inflected(body, ...random.pick(FORMS)) : body, SYNONYMS, random);
    const text = worded(random.pick(kind === 'condition' ? CONDITIONS : TOPICS), clause);
    return { id: `${rule.id}/fresh`, split: 'test', text, rules: [rule.id], by: 'template' };
  });
}

/** Prints the share of exact answers, of rules found first, and the rates of refusal by the adapters' own threshold. */
async function measure(rulesFile: string, adapters: string): Promise<void> {
  await initBackend();
  const answerer = await loadAnswerer('checkpoints/tiny-base', adapters);
  const { rules, vectors } = await readRuleSnapshot(rulesFile, answerer.encoder);
  const questions = freshQuestions(rules);
  const bench = { answerer, rules, vectors };
  const answered = answerAll(bench, questions, answerer.answers);
  const share = (what: 'exact' | 'found'): number => answered.filter((one) => one[what]).length / answered.length;
  const rates = answerer.refusal === null ? null : refusalRates(answerer.refusal, refusalCases(bench, questions));
  process.stdout.write(`${JSON.stringify({ questions: questions.length, exact: share('exact'), found: share('found'), refusal: rates }, null, 2)}\n`);
  answerer.dispose();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , rulesFile = 'my-rules.jsonl', adapters = 'runs/own-rules/own-rules/checkpoints/step-200'] = process.argv;
  await measure(rulesFile, adapters);
}
