/** The question in words, and the form of its answer. */
import type { AnswerField } from '../formats/task.ts';
import { labelOf, typeOf, type Pack } from '../packs/pack.ts';
import type { Scenario } from './state.ts';

const TOLERANCE = '0.00';

export function answerFields({ set, words }: Pack, scenario: Scenario): AnswerField[] {
  return scenario.asked.map((name) => {
    const type = typeOf(set.rules, name);
    const money = type === 'money' ? { unit: 'dollars', tolerance: TOLERANCE } : {};
    const values = words?.[name] === undefined ? {} : { values: [...words[name]] };
    return { name, type, ...money, ...values, description: labelOf(name) };
  });
}

/** Markdown: what lies here, which rules count, what is asked. */
export function questionText(pack: Pack, scenario: Scenario, introduction: string): string {
  const lines = answerFields(pack, scenario).map(({ name, type, values, description }) => `- \`${name}\`: ${description} (${values?.join(' | ') ?? type})`);
  return [
    introduction,
    '',
    `Work by the rules in force on ${pack.asOf}: they are in the documents below \`rules/\`, or in \`graph.json\` where that is given. Determine:`,
    '',
    ...lines,
  ].join('\n');
}
