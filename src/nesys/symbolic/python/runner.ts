/**
 * A user's Python rules: functions `rule_…(state, action, choice) -> float` of one file, run in Pyodide in a thread
 * without files or network. Whatever a rule does, the others go on: it scores 0 and is reported.
 */
import type { ChoiceQuestion } from '../../question.ts';
import { spoken, type RuleFault, type RuleInfo, type RuleScores, type SymbolicScores } from '../source.ts';
import { QUESTION, type FromPython, type SharedMemory, type ToPython } from './messages.ts';
import { startThread, type Answer, type PythonThread } from './thread.ts';

export interface PythonOptions {
  /** For loading the file, and for each question of each rule; default 2. */
  readonly limitSeconds?: number | undefined;
  /** Called after each rule. */
  readonly progress?: (rule: string, done: number, total: number) => void;
}

export interface PythonRunner {
  /** Scores questions by the rules of a file. Never fails because of what is in the file. */
  score(source: string, questions: readonly ChoiceQuestion[], options?: PythonOptions): Promise<SymbolicScores>;
  close(): Promise<void>;
}

const LIMIT_SECONDS = 2;

/** A rule that was stopped so often on questions of one set is not asked the others: each stop costs a new Python. */
const STOPS = 2;

/** A runner that starts Python when it is first needed, and keeps it for the next file. Calls follow one another. */
export function openPythonRunner(): PythonRunner {
  const threads = threadKeeper();
  return {
    score: (source, questions, options = {}) => scoreFile(jobOf(source, questions, options), threads, options),
    close: () => threads.drop(),
  };
}

/** One thread at a time, started anew when the last one was stopped. */
interface ThreadKeeper {
  get(): Promise<PythonThread>;
  /** Whether there is one now. */
  has(): boolean;
  drop(): Promise<void>;
}

function threadKeeper(): ThreadKeeper {
  let thread: PythonThread | null = null;
  return {
    get: async () => (thread ??= await startThread()),
    has: () => thread !== null,
    drop: async () => {
      await thread?.end();
      thread = null;
    },
  };
}

/** What all orders of one call have in common. */
interface Job {
  readonly load: Extract<ToPython, { kind: 'load' }>;
  readonly questions: readonly ChoiceQuestion[];
  readonly memory: SharedMemory;
  readonly limitMs: number;
}

function jobOf(source: string, questions: readonly ChoiceQuestion[], { limitSeconds = LIMIT_SECONDS }: PythonOptions): Job {
  const offsets = [0];
  for (const { choices } of questions) offsets.push(offsets.at(-1)! + choices.length);
  const memory = {
    scores: new Float64Array(new SharedArrayBuffer(offsets.at(-1)! * Float64Array.BYTES_PER_ELEMENT)),
    position: new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)),
  };
  const texts = JSON.stringify(questions.map(({ state, action, choices }) => [state, action, choices]));
  return { load: { kind: 'load', source, questions: texts, offsets, memory }, questions, memory, limitMs: limitSeconds * 1000 };
}

async function scoreFile(job: Job, threads: ThreadKeeper, { progress }: PythonOptions): Promise<SymbolicScores> {
  const loaded = await load(job, threads);
  if (loaded.kind === 'stopped') return nothingScored(job, loaded.reason);
  const faults: RuleFault[] = loaded.faults.map((fault) => ({ ...fault, question: null }));
  const broken = new Set(faults.map(({ rule }) => rule));
  const columns: (readonly (readonly number[] | null)[])[] = [];
  for (const [index, { id }] of loaded.rules.entries()) {
    columns.push(broken.has(id) ? job.questions.map(() => null) : await scoreRule(job, threads, id, faults));
    progress?.(id, index + 1, loaded.rules.length);
  }
  return { rules: loaded.rules, scores: transposed(columns, job.questions.length), faults };
}

type Loaded = Extract<FromPython, { kind: 'loaded' }>;

/** Stopped where the top level of the file does not come to an end. */
async function load(job: Job, threads: ThreadKeeper): Promise<Loaded | Extract<Answer, { kind: 'stopped' }>> {
  const answer = await tell(job, threads, job.load, []);
  if (answer.kind === 'loaded' || answer.kind === 'stopped') return answer;
  throw new Error(`the thread answered ${answer.kind} to an order to load`);
}

/** Gives an order, and forgets a thread that was ended by it. */
async function tell(job: Job, threads: ThreadKeeper, order: ToPython, faults: Omit<RuleFault, 'rule'>[]): Promise<Answer> {
  const thread = await threads.get();
  const answer = await thread.order(order, {
    memory: job.memory,
    limitMs: job.limitMs,
    hear: ({ question, reason }) => faults.push({ question: job.questions[question]!.id, reason }),
  });
  if (answer.kind === 'stopped') await threads.drop();
  return answer;
}

/** Names of the rules in a file that could not be loaded. */
const RULE_NAME = /^(?:async\s+)?def\s+(rule_\w*)/gm;

function nothingScored({ load: { source }, questions }: Job, reason: string): SymbolicScores {
  const names = [...new Set([...source.matchAll(RULE_NAME)].map((match) => match[1]!))];
  const rules: RuleInfo[] = names.map((id) => ({ id, about: '' }));
  const faults = ['top level', ...names].map((rule) => ({ rule, question: null, reason: `the top level of the file ${reason}` }));
  return { rules, scores: questions.map(() => names.map(() => null)), faults };
}

/** The scores of one rule, question by question. */
async function scoreRule(job: Job, threads: ThreadKeeper, rule: string, faults: RuleFault[]): Promise<(readonly number[] | null)[]> {
  const { memory, questions } = job;
  const own: Omit<RuleFault, 'rule'>[] = [];
  memory.scores.fill(0);
  let from = 0;
  for (let stops = 0; from < questions.length; stops += 1) {
    if (stops === STOPS) {
      own.push({ question: null, reason: `stopped ${STOPS} times; ${questions.length - from} questions were not asked` });
      break;
    }
    from = await runFrom(job, threads, { rule, from }, own);
  }
  faults.push(...own.map((fault) => ({ rule, ...fault })));
  return questions.map((_, question) => spoken([...memory.scores.slice(...job.load.offsets.slice(question, question + 2))]));
}

/** Asks a rule the questions from one on; returns the first that was not asked. */
async function runFrom(job: Job, threads: ThreadKeeper, at: { readonly rule: string; readonly from: number }, faults: Omit<RuleFault, 'rule'>[]): Promise<number> {
  const { length } = job.questions;
  // The thread that had loaded the file was stopped.
  const lost = threads.has() ? null : await reload(job, threads, at.rule);
  if (lost !== null) {
    faults.push({ question: null, reason: `${lost}, when Python started anew; ${length - at.from} questions were not asked` });
    return length;
  }
  const answer = await tell(job, threads, { kind: 'run', ...at }, faults);
  if (answer.kind !== 'stopped') return length;
  const question = Math.max(at.from, Atomics.load(job.memory.position, QUESTION));
  faults.push({ question: job.questions[question]!.id, reason: answer.reason });
  return question + 1;
}

/** Loads the file once more; returns why this rule is not there any more, or null. A file may do other things at another time. */
async function reload(job: Job, threads: ThreadKeeper, rule: string): Promise<string | null> {
  const loaded = await load(job, threads);
  if (loaded.kind === 'stopped') return `the top level of the file ${loaded.reason}`;
  if (!loaded.rules.some(({ id }) => id === rule)) return 'is not in the file';
  return loaded.faults.find((fault) => fault.rule === rule)?.reason ?? null;
}

/** From rule by question to question by rule. */
function transposed(columns: readonly (readonly (readonly number[] | null)[])[], count: number): RuleScores[] {
  return Array.from({ length: count }, (_, question) => columns.map((column) => column[question]!));
}
