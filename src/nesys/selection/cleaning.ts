/**
 * The cleaning pass of NeSyS's phase 2. Beside the new neural model a rule may do harm:
 * without it, more dev questions are answered rightly. The paper discards such rules;
 * its code tries to have them repaired and otherwise keeps them. Both are here.
 */
import { rightCount, withoutRule, wrongAnswers, type RuleBank } from '../induction/bank.ts';
import { attemptRule, type AttemptSettings, type InductionTools } from '../induction/attempt.ts';
import type { Journal } from '../induction/journal.ts';
import { repairPrompt } from '../induction/prompt.ts';
import type { Scale } from '../energy.ts';

export const CLEANINGS = ['none', 'discard', 'repair'] as const;
export type Cleaning = (typeof CLEANINGS)[number];

/** Dev answers that are gained by taking each rule away; above 0 where it does harm. */
export function harmOf(bank: RuleBank, scale: Scale): number[] {
  const right = rightCount(bank.dev, scale);
  return bank.rules.map((_, index) => rightCount(withoutRule(bank, index).dev, scale) - right);
}

/** Takes away the most harmful rule, the first of equals, until none does harm. */
export function discardHarmful(bank: RuleBank, scale: Scale, journal: Pick<Journal, 'note'>): RuleBank {
  const harm = harmOf(bank, scale);
  const most = Math.max(0, ...harm);
  if (most === 0) return bank;
  const index = harm.indexOf(most);
  const before = rightCount(bank.dev, scale);
  journal.note({ kind: 'discard', rule: bank.rules[index]!.id, dev: { before, after: before + most, total: bank.dev.scored.length } });
  return discardHarmful(withoutRule(bank, index), scale, journal);
}

/**
 * Asks for a better version of each rule that does harm, in their order. It takes the
 * rule's place, as the last, if dev accuracy rises; else the rule stays. A rule without
 * Python text stays.
 *
 * @throws UserError where the proposer has no reply, or the record is of another run
 */
export async function repairHarmful(start: RuleBank, tools: InductionTools, settings: AttemptSettings): Promise<RuleBank> {
  let bank = start;
  for (const rule of start.rules.filter(({ source }) => source !== null)) {
    const index = bank.rules.indexOf(rule);
    if (harmOf(bank, settings.scale)[index]! <= 0) continue;
    const base = withoutRule(bank, index);
    const fine = new Set(wrongAnswers(base.train, settings.scale).map(({ question }) => question.id));
    const harmed = wrongAnswers(bank.train, settings.scale).filter(({ question }) => !fine.has(question.id));
    const prompt = repairPrompt(rule, harmed.slice(0, settings.examples), base.rules);
    const task = { subject: `repair of ${rule.id}`, prompt, errors: harmed, base, toBeat: rightCount(bank.dev, settings.scale) };
    bank = (await attemptRule(task, tools, settings)) ?? bank;
  }
  return bank;
}
