/**
 * How long 44 Python rules take in Pyodide on all questions of a file, the start of Python included:
 *
 *     npx tsx bench/nesys-python-rules.ts ../shared/nesys/slim_plancraft_test.json.gz
 *
 * Prints one JSON line. The rules read both inventories with regular expressions, as induced rules do.
 */
import { readQuestionTexts } from '../src/nesys/data/text-questions.ts';
import { openPythonRunner } from '../src/nesys/symbolic/python/runner.ts';

const RULES = 44;

const HELPERS = `
import re
from collections import Counter

STACK = re.compile(r" - (\\S+) \\[(\\w+)\\] quantity (\\d+)")
STEP = re.compile(r"(move|smelt): from \\[(\\w+)\\] to \\[(\\w+)\\] with quantity (\\d+)")

def stacks(text):
    return {slot: (item, int(count)) for item, slot, count in STACK.findall(text)}
`;

/** Each looks at both states and at the action; the last line differs. */
const VERDICTS = [
  'return -1.0 if before.keys() - after.keys() - {source, "0"} else 0.0',
  'return 1.0 if target in after else -1.0',
  'return -0.5 * sum(before.get(slot) != after.get(slot) for slot in after if slot not in (source, target, "0"))',
  'return 0.5 if sum(Counter(item for item, _ in after.values()).values()) >= len(before) else -0.5',
];

function rule(index: number): string {
  return `
def rule_${index}(state, action, choice):
    before, after = stacks(state), stacks(choice)
    kind, source, target, count = STEP.match(action).groups()
    ${VERDICTS[index % VERDICTS.length]!}
`;
}

async function main(): Promise<void> {
  const questions = readQuestionTexts(process.argv[2] ?? '../shared/nesys/slim_plancraft_test.json.gz');
  const source = HELPERS + Array.from({ length: RULES }, (_, index) => rule(index)).join('');
  const runner = openPythonRunner();
  const begun = performance.now();
  let first = 0;
  const { rules, faults } = await runner.score(source, questions, { progress: (_rule, done) => (first = done === 1 ? performance.now() : first) });
  const ended = performance.now();
  await runner.close();
  const seconds = (from: number, to: number): number => Number(((to - from) / 1000).toFixed(2));
  const { user, system } = process.cpuUsage();
  const cpuSeconds = Number(((user + system) / 1e6).toFixed(2));
  console.log(JSON.stringify({ questions: questions.length, rules: rules.length, faults: faults.length, seconds: seconds(begun, ended), firstRule: seconds(begun, first), otherRules: seconds(first, ended), cpuSeconds }));
}

await main();
