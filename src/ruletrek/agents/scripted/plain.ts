/** Agents that know nothing: all rules, random rules with a random answer. */
import { randomStream, type Random } from '../../../random.ts';
import { formatMoney } from '../../core/money.ts';
import { dateOfDay } from '../../core/dates.ts';
import type { RiAnswer, SolveAnswer } from '../../formats/agent-answer.ts';
import type { AnswerField } from '../../formats/task.ts';
import { EDGE_TYPES, type Task } from '../../formats/vocabulary.ts';
import type { Instance } from '../../instance/read.ts';
import { sectionsOf } from './sections.ts';

/** Every section of every document, without an edge or an answer: precision tells how many rules there are. */
export function allRulesAnswer(instance: Instance, task: Task): RiAnswer | SolveAnswer {
  const rules = sectionsOf(instance).map(({ rule }) => rule);
  return task === 'RI' ? { nodes: rules, edges: [] } : { answer: {}, rules, facts: [], steps: [] };
}

/** Rules in a number such as instances have. */
const [FEWEST, MOST] = [3, 12];

/** Random rules in random order, random edges between them, random values of the asked types. */
export function randomAnswer(instance: Instance, task: Task, stream: string): RiAnswer | SolveAnswer {
  const random = randomStream(`${stream}/${instance.task.id}/${task}`);
  const rules = random.shuffle(sectionsOf(instance)).slice(0, random.integer(FEWEST, MOST)).map(({ rule }) => rule);
  if (task === 'RI') {
    const edges = rules.slice(1).map(({ id }) => ({ from: random.pick(rules).id, to: id, type: random.pick(EDGE_TYPES) }));
    return { nodes: rules, edges };
  }
  const answer = Object.fromEntries(instance.task.answer.map((field) => [field.name, randomValue(random, field)]));
  return { answer, rules, facts: [], steps: [] };
}

function randomValue(random: Random, { type, values }: AnswerField): string | number | boolean {
  switch (type) {
    case 'money':
    case 'decimal':
      return formatMoney(BigInt(random.integer(1, 4_000_000)));
    case 'integer':
      return random.integer(0, 10);
    case 'boolean':
      return random.chance(0.5);
    case 'date':
      return dateOfDay(random.integer(19_000, 21_000));
    default:
      return values === undefined ? 'unknown' : random.pick(values);
  }
}
