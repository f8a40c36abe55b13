/** What an agent is told: the question, what lies in the workspace, the form of the answer, and its limits. */
import type { AnswerField, Limits, TaskFile } from '../formats/task.ts';
import { EDGE_TYPES, type Task } from '../formats/vocabulary.ts';

export interface PromptSource {
  readonly file: TaskFile;
  readonly task: Task;
  readonly limits: Limits;
  /** As the agent calls its workspace. */
  readonly workspace: string;
}

/** The prompt as Markdown. */
export function promptText({ file, task, limits, workspace }: PromptSource): string {
  return [
    `# Task\n\n${TASK_TEXT[task]}\n\n## Question\n\n${file.question}\n\nThe day of the question is ${file.asOf}; rules of other versions do not apply on it.`,
    `## Files\n\nAll files are below ${workspace}. ${FILES_TEXT[task]} Only this folder counts, and there is no network.`,
    `## Answer\n\nWrite ${workspace}/answer.json, which must be valid JSON:\n\n${task === 'RI' ? RI_FORM : solveForm(file.answer, task)}\n\n${LOCATORS}`,
    `## Limits\n\nAt most ${limits.steps} tool calls and ${limits.wallSeconds} seconds. What stands in answer.json when you finish is your answer.`,
  ].join('\n\n').concat('\n');
}

const TASK_TEXT: Readonly<Record<Task, string>> = {
  RI: 'Identify every rule that must be applied to answer the question, and how the rules depend on each other. The answer itself is not asked for.',
  RD: 'Answer the question. The rules that apply, and how they depend on each other, are given.',
  E2E: 'Answer the question by the rule documents: find the rules that apply, and apply them.',
};

const FILES_TEXT: Readonly<Record<Task, string>> = {
  RI: 'The files of the case lie at its top, the rule documents below rules/.',
  RD: 'The files of the case lie at its top; graph.json has the rules that apply, with their text, and the edges between them.',
  E2E: 'The files of the case lie at its top, the rule documents below rules/.',
};

const RULE_FORM = '"path": "file below rules/", "locator": "place in it", "quote": "words of the rule, verbatim"';

const RI_FORM = [
  '```json',
  `{ "nodes": [{ "id": "a", ${RULE_FORM}, "version": "…", "condition": "…", "consequence": "…" }],`,
  '  "edges": [{ "from": "a", "to": "b", "type": "dependency" }] }',
  '```',
  '',
  `Ids are your own. An edge goes from the rule that is applied first to the one that uses its result. Its type is one of ${EDGE_TYPES.join(', ')}.`,
].join('\n');

function solveForm(fields: readonly AnswerField[], task: Task): string {
  const rules = task === 'RD' ? '["id in graph.json"]' : `[{ "id": "a", ${RULE_FORM} }]`;
  return [
    '```json',
    `{ "answer": { ${fields.map(({ name }) => `"${name}": …`).join(', ')} },`,
    `  "rules": ${rules},`,
    '  "facts": [{ "file": "file of the case", "locator": "place in it", "value": "…" }],',
    '  "steps": [{ "rule": "id in rules", "name": "what is calculated", "value": "…" }] }',
    '```',
    '',
    ...fields.map(fieldText),
    '',
    'rules stand in the order in which they are applied; facts are what the answer needs from the files; steps are the values on the way.',
  ].join('\n');
}

function fieldText({ name, type, items, unit, values, tolerance, description }: AnswerField): string {
  const kind = items === undefined ? type : `${type} of ${items}`;
  const details = [kind, unit, values === undefined ? undefined : `one of ${values.join(', ')}`, tolerance === undefined ? undefined : `to within ${tolerance}`];
  return `- ${name} (${details.filter((part) => part !== undefined).join('; ')}): ${description}`;
}

const LOCATORS = 'Locators: L12 or L12-L20 (lines), P4 (paragraph of a docx file), Sales!B7 (cell of a sheet), sales#3.fee (row and column of a database table), a.b.0.c (key path of YAML, JSON or conf).';
