/** How agents ask for a turn: of a base model, which goes on with the text, and of a chat model, which is told what to do. */
import { STEP_MARK } from '../../ruleworld/prompt.ts';
import { ROUNDS } from './rounds.ts';

/** Raised with every change of the texts below and of how turns are read; part of a method's fingerprint. */
export const AGENT_TEMPLATE_VERSION = 1;

/** What a base model goes on from: its answer so far, and the mark of the next step. */
export function openStep(steps: readonly string[]): string {
  return ['', ...steps, STEP_MARK].join(' ');
}

/** Behind a chat model's question: write the next step, and no more. */
export function nextStepRequest(steps: readonly string[]): string {
  const soFar = steps.length === 0 ? 'No step is written yet.' : `Written so far:\n${steps.join('\n')}`;
  return [
    '',
    'Do not write the whole answer now, but its next step alone, in one line that begins with',
    `${STEP_MARK}. Rules that are still missing are searched for with the words of this line, so name what the rule is`,
    'about even where you do not know it. If this is the last step, write the answers in their box behind it.',
    '',
    soFar,
  ].join('\n');
}

/** Behind a chat model's question: the next thought and action (Yao et al. 2023). */
export function nextActionRequest(turns: readonly string[]): string {
  const soFar = turns.length === 0 ? [] : ['', 'Your turns so far:', ...turns];
  return [
    '',
    'The list may lack rules that you need; at first it is empty. Do not write the whole answer now, but one turn of two',
    'lines, and nothing behind them:',
    'Thought: what follows from the rules you have, and what is missing',
    'Action: Search[words of a rule that is missing], which adds the best finds to the list, or Finish[the answers, as they',
    'would stand in the box], which ends the search.',
    `You have ${ROUNDS - turns.length} of ${ROUNDS} turns left.`,
    ...soFar,
  ].join('\n');
}

/** What a turn looks like later on, where it had no action that could be carried out. */
export const MALFORMED_TURN = '(a turn without exactly one line "Action: Search[…]" or "Action: Finish[…]")';
