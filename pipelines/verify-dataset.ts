/**
 * Checks generated data against everything that docs/dataset.md promises: the
 * rules are consistent, the solver answers every question from its gold rules
 * alone, and splits and repositories share nothing.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { checkRules } from '../src/ruleworld/checker.ts';
import { DisjointGroups } from '../src/ruleworld/dataset/disjoint.ts';
import { readWorldQuestions } from '../src/ruleworld/dataset/questions.ts';
import { allRules, readWorldRules, type WorldRules } from '../src/ruleworld/dataset/rules.ts';
import { verifyQuestion } from '../src/ruleworld/dataset/verify-question.ts';
import { REPOSITORIES, type Repository } from '../src/config/sections.ts';
import { SPLITS } from '../src/ruleworld/generate/config.ts';
import { splitKey } from '../src/ruleworld/generate/split-key.ts';
import { questionsFolder, rulesFolder } from '../src/ruleworld/dataset/folders.ts';
import { ruleKey } from '../src/ruleworld/rule-key.ts';
import { ruleText } from '../src/ruleworld/rule-text.ts';
import { REPRESENTATIONS, type WorldQuestion, type Rule } from '../src/ruleworld/types.ts';

/** Faults that are printed; the rest are counted. */
const SHOWN_FAULTS = 20;

export interface VerifyOptions {
  /** Output folder of the generator, such as datasets/ruleworld. */
  readonly folder: string;
  readonly print?: (line: string) => void;
}

/** What was looked at. */
export interface VerifyReport {
  readonly rules: number;
  readonly questions: number;
}

/**
 * Verifies everything in the folder and prints counts.
 *
 * @throws UserError where anything disagrees, with the number of faults and the first of them.
 */
export async function run(options: VerifyOptions): Promise<VerifyReport> {
  const print = options.print ?? console.log;
  const faults: string[] = [];
  const report = { rules: 0, questions: 0 };
  const repositories = new DisjointGroups();
  for (const name of REPOSITORIES) {
    const rules = verifyRules(options.folder, name, repositories, faults, print);
    report.rules += rules.length;
    report.questions += verifyQuestions(options.folder, name, rules, faults, print);
  }
  if (faults.length > 0) throw disagreement(options.folder, faults);
  print(`all agree: ${report.rules} rules, ${report.questions} questions`);
  return report;
}

function verifyRules(
  folder: string,
  name: Repository,
  repositories: DisjointGroups,
  faults: string[],
  print: (line: string) => void,
): Rule[] {
  const repository = readWorldRules(join(folder, rulesFolder(name)));
  const rules = allRules(repository);
  const found = [
    ...checkRules(rules).map((finding) => `${name}: ${finding.message}`),
    ...rules.flatMap((rule) => textFaults(repository, rule, name)),
    ...rules.flatMap((rule) => {
      const other = repositories.add(ruleKey(rule), name);
      return other === null ? [] : [`${name}: rule ${rule.id} is also in ${other}`];
    }),
  ];
  faults.push(...found);
  print(`${name}: ${rules.length} rules, ${found.length} faults`);
  return rules;
}

/** The stored text must be what the structure says. */
function textFaults(repository: WorldRules, rule: Rule, name: Repository): string[] {
  const texts = ruleText(rule);
  const wrong = REPRESENTATIONS.filter((form) => repository.text(rule.id, form) !== texts[form]);
  return wrong.map((form) => `${name}: the ${form} text of rule ${rule.id} does not say what its structure says`);
}

function verifyQuestions(
  folder: string,
  name: Repository,
  rules: readonly Rule[],
  faults: string[],
  print: (line: string) => void,
): number {
  const path = join(folder, questionsFolder(name));
  const groups = { texts: new DisjointGroups(), keys: new DisjointGroups() };
  let total = 0;
  for (const split of SPLITS.filter((candidate) => existsSync(join(path, candidate)))) {
    const table = readWorldQuestions(path, split);
    const before = faults.length;
    for (let row = 0; row < table.length; row += 1) {
      const question = table.question(row);
      faults.push(...verifyQuestion(question, (id) => rules[id]), ...sharedFaults(question, split, groups));
    }
    total += table.length;
    print(`${name}/${split}: ${table.length} questions, ${faults.length - before} faults`);
  }
  return total;
}

function sharedFaults(
  question: WorldQuestion,
  split: string,
  groups: { readonly texts: DisjointGroups; readonly keys: DisjointGroups },
): string[] {
  const texts = REPRESENTATIONS.flatMap((form) => {
    const other = groups.texts.add(question.question[form], split);
    return other === null ? [] : [`${question.id}: the same ${form} text is in ${other}`];
  });
  const other = groups.keys.add(splitKey(question), split);
  return other === null ? texts : [...texts, `${question.id}: the same gold rules or problem are in ${other}`];
}

function disagreement(folder: string, faults: readonly string[]): UserError {
  const shown = faults.slice(0, SHOWN_FAULTS).map((fault) => `  ${fault}`);
  const more = faults.length - shown.length;
  const lines = more > 0 ? [...shown, `  … and ${more} more`] : shown;
  return new UserError([`${folder}: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`, ...lines].join('\n'));
}
