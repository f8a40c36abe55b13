/**
 * Checks generated data against everything that docs/dataset.md promises: the
 * rules are consistent, the solver answers every question from its gold rules
 * alone, splits and repositories share nothing, and all is there that the
 * folder's manifest names.
 */
import { join } from 'node:path';
import { UserError } from '../src/errors.ts';
import { checkRules } from '../src/ruleworld/checker.ts';
import { DisjointGroups } from '../src/ruleworld/dataset/disjoint.ts';
import { readWorldQuestions } from '../src/ruleworld/dataset/questions.ts';
import { allRules, readWorldRules, type WorldRules } from '../src/ruleworld/dataset/rules.ts';
import { verifyQuestion } from '../src/ruleworld/dataset/verify-question.ts';
import { REPOSITORIES, type Repository } from '../src/config/sections.ts';
import type { GenerationConfig, SplitName } from '../src/ruleworld/generate/config.ts';
import { MANIFEST, readManifest } from '../src/ruleworld/generate/manifest.ts';
import { splitsOf } from '../src/ruleworld/generate/plan.ts';
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

/** The folder that is looked at, and what was found wrong in it. */
interface Inspection {
  readonly folder: string;
  readonly asked: GenerationConfig;
  readonly faults: string[];
  readonly print: (line: string) => void;
}

/**
 * Verifies everything in the folder and prints counts.
 *
 * @throws UserError where anything disagrees, with the number of faults and the first of them.
 */
export async function run(options: VerifyOptions): Promise<VerifyReport> {
  const { folder, print = console.log } = options;
  const inspection: Inspection = { folder, asked: readManifest(folder), faults: [], print };
  const report = { rules: 0, questions: 0 };
  const repositories = new DisjointGroups();
  for (const name of REPOSITORIES) {
    const rules = verifyRules(inspection, name, repositories);
    report.rules += rules.length;
    report.questions += verifyQuestions(inspection, name, rules);
  }
  if (inspection.faults.length > 0) throw disagreement(folder, inspection.faults);
  print(`all agree: ${report.rules} rules, ${report.questions} questions`);
  return report;
}

function verifyRules({ folder, asked, faults, print }: Inspection, name: Repository, repositories: DisjointGroups): Rule[] {
  const repository = readWorldRules(join(folder, rulesFolder(name)));
  const rules = allRules(repository);
  const found = [
    ...countFaults(`${name} rules`, rules.length, asked.worlds[name].counts),
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

/** As many as the manifest asks for, over all kinds. */
function countFaults(what: string, got: number, asked: Readonly<Record<string, number>>): string[] {
  const expected = Object.values(asked).reduce((total, count) => total + count, 0);
  return got === expected ? [] : [`${what}: expected ${expected}, as ${MANIFEST} says, got ${got}`];
}

/** The stored text must be what the structure says. */
function textFaults(repository: WorldRules, rule: Rule, name: Repository): string[] {
  const texts = ruleText(rule);
  const wrong = REPRESENTATIONS.filter((form) => repository.text(rule.id, form) !== texts[form]);
  return wrong.map((form) => `${name}: the ${form} text of rule ${rule.id} does not say what its structure says`);
}

function verifyQuestions({ folder, asked, faults, print }: Inspection, name: Repository, rules: readonly Rule[]): number {
  const groups = { texts: new DisjointGroups(), keys: new DisjointGroups() };
  let total = 0;
  for (const split of splitsOf(asked, name)) {
    const table = readWorldQuestions(join(folder, questionsFolder(name)), split);
    const found = countFaults(`${name}/${split} questions`, table.length, asked.splits[name][split] ?? {});
    for (let row = 0; row < table.length; row += 1) {
      const question = table.question(row);
      found.push(...verifyQuestion(question, (id) => rules[id]), ...sharedFaults(question, split, groups));
    }
    faults.push(...found);
    total += table.length;
    print(`${name}/${split}: ${table.length} questions, ${found.length} faults`);
  }
  return total;
}

function sharedFaults(
  question: WorldQuestion,
  split: SplitName,
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
