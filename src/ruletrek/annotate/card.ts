/** What an annotator reads of an instance: the question, the rules with their text, the facts, and the answer, as Markdown. */
import type { Instance } from '../instance/read.ts';
import { CRITERIA, VERDICTS } from './criteria.ts';

export function cardOf({ folder, task, graph, answer, evidence, trace }: Instance): string {
  const rules = graph.nodes.map(({ id, path, locator, condition, consequence, text }) => `### ${id}\n\n${path} ${locator}. If: ${condition}. Then: ${consequence}.\n\n${quoted(text)}`);
  const edges = graph.edges.map(({ from, to, type }) => `- ${from} → ${to} (${type})`);
  const facts = evidence.map(({ file, locators, value }) => `- ${file} ${locators[0]}: ${String(value)}`);
  const steps = trace.map(({ rule, name, value }) => `- ${rule}: ${name} = ${String(value)}`);
  const fields = Object.entries(answer).map(([name, value]) => `- ${name}: ${String(value)}`);
  return [
    `# ${task.id}`,
    `Files: ${folder}/workspace; documents: ${folder}/rules. Day of the question: ${task.asOf}.`,
    `## Question\n\n${task.question}`,
    `## Answer\n\n${fields.join('\n')}`,
    `## Values on the way\n\n${steps.join('\n')}`,
    `## Facts\n\n${list(facts)}`,
    `## Edges\n\n${list(edges)}`,
    `## Rules\n\n${rules.join('\n\n')}`,
  ].join('\n\n').concat('\n');
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? 'none' : lines.join('\n');
}

function quoted(text: string): string {
  return text.trimEnd().split('\n').map((line) => `> ${line}`).join('\n');
}

/** What both annotators are told. */
export function guideText(instances: number): string {
  const verdicts = Object.entries(VERDICTS).map(([value, word]) => `${value} (${word})`).join(', ');
  return [
    '# Judging instances',
    `Two annotators judge ${instances} instances apart, without speaking of them. Each fills one sheet: a verdict in every row, ${verdicts}, and a remark where it is not 2.`,
    'A row says who judged in the column `by`: `person`, or `program` for anything that is not one, a language model included. `dynarule ruletrek kappa` calls agreement with a program machine agreement.',
    'The cards show the rules, facts and answer; the folders that they name have the files themselves.',
    CRITERIA.map(({ id, question }) => `- **${id}**: ${question}`).join('\n'),
  ].join('\n\n').concat('\n');
}
