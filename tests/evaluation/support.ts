/** A small world of questions, and a method that answers from a script. */
import type { Method, MethodAnswer, MethodEntry, MethodInput } from '../../src/methods/method.ts';
import { openCellStore } from '../../src/evaluation/cell-store.ts';
import { gatherEvaluation, type Evaluated, type EvaluationFiles } from '../../src/evaluation/evaluate.ts';
import { planCells, type Matrix, type RepositoryData } from '../../src/evaluation/plan.ts';
import { runCells } from '../../src/evaluation/runner.ts';
import type { QuestionSource } from '../../src/evaluation/pools.ts';
import { SUBTASKS, type Question, type QuestionSubtask, type Texts } from '../../src/ruleworld/types.ts';

/** Rule texts "rule 0", "rule 1", … */
export function fakeRules(count: number): Texts[] {
  return Array.from({ length: count }, (_, id) => ({ FOL: `fol rule ${id}`, NL: `rule ${id}` }));
}

/** A question with one step for each list of gold rules; its answer is "4". */
export function fakeQuestion(id: string, subtask: QuestionSubtask, gold: readonly (readonly number[])[]): Question {
  return {
    id,
    subtask,
    question: { FOL: `fol question ${id}`, NL: `question ${id}` },
    steps: gold.map((rules) => ({ explanation: { FOL: 'f', NL: 'n' }, gold: rules })),
    answer: '4',
  };
}

/** `perSubtask` questions of each sub-task, with the gold steps [i], [i + 1] for the i-th question. */
export function fakeSource(perSubtask: number): QuestionSource {
  const questions = SUBTASKS.flatMap((subtask, row) =>
    Array.from({ length: perSubtask }, (_, index) => {
      const first = 2 * (row * perSubtask + index);
      return fakeQuestion(`${subtask}-${index}`, subtask, [[first], [first + 1]]);
    }),
  );
  return {
    subtasks: SUBTASKS,
    rowsOf: (subtask) => questions.flatMap((question, row) => (question.subtask === subtask ? [row] : [])),
    question: (row) => questions[row] as Question,
  };
}

/** What a fake method was asked: for each batch, the inputs. */
export type Asked = MethodInput[][];

/**
 * A method that retrieves step by step and finds every gold rule first. It answers
 * 4, but 5 to FOL questions. After `failAfter` batches it breaks.
 */
export function fakeMethod(asked: Asked, failAfter = Infinity, name = 'dynarule', fingerprint = 'weights-1'): MethodEntry {
  return {
    name,
    fingerprint: async () => fingerprint,
    load: async () => ({ method: fakeLoaded(name, asked, failAfter), dispose: () => undefined }),
  };
}

function fakeLoaded(name: string, asked: Asked, failAfter: number): Method {
  return {
    name,
    retrieval: 'per-step',
    answer: async (batch) => {
      if (asked.length >= failAfter) throw new Error('killed');
      asked.push([...batch]);
      return batch.map(fakeAnswer);
    },
  };
}

function fakeAnswer({ question, representation }: MethodInput): MethodAnswer {
  return {
    text: ` [Step] so <search> [Step] so \\boxed{${representation === 'NL' ? 4 : 5}}`,
    prompt: question.question[representation],
    promptTokens: 3,
    promptCut: 0,
    rulesGiven: 16,
    retrievedPerStep: question.steps.map((step) => step.gold.map((id) => ({ id, score: 1 }))),
  };
}

export function fakeRepository(methods: readonly MethodEntry[], perSubtask = 3): RepositoryData {
  const ruleTexts = fakeRules(200);
  return { name: 'original', ruleTexts, rulesFingerprint: 'rules-1', questions: fakeSource(perSubtask), methods };
}

/** Runs a matrix in this process and gathers it as commit `abc` of the experiment `tiny`. */
export async function runMatrix(repositories: readonly RepositoryData[], matrix: Matrix, files: EvaluationFiles): Promise<Evaluated> {
  const store = openCellStore(files.cells);
  const cells = await planCells(repositories, matrix);
  await runCells(cells, { store, backend: 'none', progress: () => undefined });
  return gatherEvaluation(cells, store, files, { experiment: 'tiny', commit: 'abc' });
}
