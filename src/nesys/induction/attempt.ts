/**
 * One rule from a proposer: the proposal, then up to so many reflections on what went
 * wrong, until a version raises dev accuracy (NeSyS, Section 3.3).
 */
import type { ChatMessage } from '../../endpoint/chat.ts';
import type { WrongAnswer } from '../clustering/error-clusters.ts';
import type { Scale } from '../energy.ts';
import type { ChoiceQuestion } from '../question.ts';
import { faultLines } from '../symbolic/fault-summary.ts';
import type { SymbolicScores } from '../symbolic/source.ts';
import { rightCount, withRule, wrongAnswers, type InducedRule, type RuleBank, type ScoredRule } from './bank.ts';
import type { Journal } from './journal.ts';
import { codeOf, reflectionMessages, type Setback } from './prompt.ts';
import type { Proposer } from './proposer.ts';
import { strayLine } from './rule-file.ts';

export interface InductionTools {
  readonly proposer: Proposer;
  readonly journal: Journal;
  /** Scores questions by the Python rules in a text; never fails because of what is in it. */
  readonly score: (source: string, questions: readonly ChoiceQuestion[]) => Promise<SymbolicScores>;
  /** Told what went wrong with a proposed rule when it ran, a line each. */
  readonly report?: (line: string) => void;
}

export interface AttemptSettings {
  readonly scale: Scale;
  /** Further versions after the first. */
  readonly reflections: number;
  /** Errors that a prompt shows, at most. */
  readonly examples: number;
}

export interface Task {
  /** As the record names it. */
  readonly subject: string;
  readonly prompt: readonly ChatMessage[];
  /** Errors that the rule is to mend. */
  readonly errors: readonly WrongAnswer[];
  /** What the rule is added to. */
  readonly base: RuleBank;
  /** Right answers on dev that it must exceed. */
  readonly toBeat: number;
}

/** The base with the first version that raises dev accuracy, or null where none does. */
export async function attemptRule(task: Task, tools: InductionTools, settings: AttemptSettings): Promise<RuleBank | null> {
  let messages = task.prompt;
  for (let reflection = 0; reflection <= settings.reflections; reflection += 1) {
    const request = { subject: task.subject, reflection, messages };
    const reply = await tools.journal.reply(request, (index) => tools.proposer.propose(messages, index));
    const verdict = await judge(reply, task, tools, settings);
    const { rule, accepted, dev, setback, faults } = verdict;
    tools.journal.note({ kind: 'decision', subject: task.subject, reflection, rule, accepted: accepted !== null, reasons: setback.reasons, dev, ...(faults.length === 0 ? {} : { faults }) });
    for (const line of faults) tools.report?.(`${task.subject}: ${line}`);
    if (accepted !== null) return accepted;
    messages = [...messages, ...reflectionMessages(reply, setback)];
  }
  return null;
}

interface Verdict {
  readonly rule: string | null;
  readonly accepted: RuleBank | null;
  readonly dev: { readonly before: number; readonly after: number; readonly total: number } | null;
  readonly setback: Setback;
  /** What went wrong with the rule on questions of training and dev; the proposer is not told of the latter. */
  readonly faults: readonly string[];
}

function refused(rule: string | null, ...reasons: string[]): Verdict {
  return { rule, accepted: null, dev: null, setback: { reasons, remaining: [], broken: [] }, faults: [] };
}

async function judge(reply: string, task: Task, tools: InductionTools, settings: AttemptSettings): Promise<Verdict> {
  const source = codeOf(reply);
  if (source === null) return refused(null, 'there is no ```python block in the reply');
  const stray = strayLine(source);
  if (stray !== null) return refused(null, `beside the function only imports may stand at top level, not "${stray.slice(0, 60)}": put helpers inside of it`);
  const { base } = task;
  const train = await tools.score(source, base.train.questions);
  const [info, second] = train.rules;
  if (info === undefined || second !== undefined) return refused(null, `expected one function rule_…, got ${train.rules.length}`, ...faultsOf(train));
  if (base.rules.some(({ id }) => id === info.id)) return refused(info.id, `there is a rule ${info.id} already`);
  if (train.faults.some(({ question }) => question === null)) return { ...refused(info.id, ...faultsOf(train)), faults: faultLines(train.faults) };
  const dev = await tools.score(source, base.dev.questions);
  const column = ({ scores }: SymbolicScores) => scores.map((row) => row[0] ?? null);
  const rule: InducedRule = { ...info, source };
  const verdict = weigh({ rule, train: column(train), dev: column(dev) }, task, settings, faultsOf(train));
  return { ...verdict, faults: faultLines([...train.faults, ...dev.faults]) };
}

/** Faults that a reply is told of; there may be one for each question. */
const SHOWN_FAULTS = 3;

function faultsOf({ faults }: SymbolicScores): string[] {
  return [...new Set(faults.map(({ reason }) => reason))].slice(0, SHOWN_FAULTS);
}

function weigh(scored: ScoredRule, task: Task, settings: AttemptSettings, faults: readonly string[]): Omit<Verdict, 'faults'> {
  const { scale, examples } = settings;
  const bank = withRule(task.base, scored);
  const after = rightCount(bank.dev, scale);
  const dev = { before: task.toBeat, after, total: bank.dev.scored.length };
  const rule = scored.rule.id;
  if (after > task.toBeat) return { rule, accepted: bank, dev, setback: { reasons: [], remaining: [], broken: [] } };
  const reason = `on questions held back, ${after} of ${dev.total} are right with it, and ${task.toBeat} without`;
  const wrong = wrongAnswers(bank.train, scale);
  const before = new Set(wrongAnswers(task.base.train, scale).map(({ question }) => question.id));
  const aimed = new Set(task.errors.map(({ question }) => question.id));
  const remaining = wrong.filter(({ question }) => aimed.has(question.id)).slice(0, examples);
  const broken = wrong.filter(({ question }) => !before.has(question.id)).slice(0, examples);
  return { rule, accepted: null, dev, setback: { reasons: [reason, ...faults], remaining, broken } };
}
