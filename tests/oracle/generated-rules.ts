/**
 * The rules of the large oracles, drawn by the project's own generator. As a script it prints them as a JSON array for Python:
 *
 *     npx tsx tests/oracle/generated-rules.ts > rules.json
 */
import { ruleText } from '../../src/ruleworld/rule-text.ts';
import { generateWorld } from '../../src/ruleworld/world.ts';
import { scaledCounts, SUBSET_WORLD } from '../../src/ruleworld/world-config.ts';

const RULES = 10_000;

/** 10,000 rules, FOL and NL in turn. */
export function generatedRules(): string[] {
  const { rules } = generateWorld({ ...SUBSET_WORLD, counts: scaledCounts(RULES) }, 'oracle|rules');
  return rules.slice(0, RULES).map((rule, index) => ruleText(rule)[index % 2 === 0 ? 'FOL' : 'NL']);
}

if (process.argv[1] === import.meta.filename) process.stdout.write(JSON.stringify(generatedRules()));
