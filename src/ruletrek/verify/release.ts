/** V6: nothing of the gold lies in the open, and the two ends of the scale are where they belong. */
import { isTime } from '../core/dates.ts';
import { scriptedAnswer } from '../agents/scripted/scripted.ts';
import type { CheckResult } from '../formats/gold.ts';
import { TASKS, type Task } from '../formats/vocabulary.ts';
import { LAYOUT, filesBelow, taskFiles } from '../instance/layout.ts';
import { scoreTrial } from '../score/trial.ts';
import { join } from 'node:path';
import { resultOf, workspaceTexts, type Subject } from './subject.ts';

export async function checkRelease(subject: Subject): Promise<CheckResult> {
  const { instance } = subject;
  const paths = filesBelow(join(instance.folder, LAYOUT.workspace));
  const texts = workspaceTexts(subject, paths);
  const literals = Object.entries(instance.answer).map(([name, value]) => (texts.some((text) => contains(text, String(value))) ? `the answer ${name} stands in the workspace` : null));
  const mounted = TASKS.map((task) => (taskFiles(instance.folder, task).some(({ from }) => from.includes(`/${LAYOUT.gold}/`)) ? `${task} mounts a gold file` : null));
  const scores = await Promise.all(TASKS.flatMap((task) => [scoreFault(subject, 'oracle', task, 100), scoreFault(subject, 'noop', task, 0)]));
  return resultOf('V6', [...literals, ...mounted, ...scores]);
}

/** Amounts, dates and times of at least four digits; counts such as 2 stand everywhere and give nothing away. */
function contains(text: string, value: string): boolean {
  if (value.replaceAll(/\D/g, '').length < 4) return false;
  if (isTime(value)) return text.includes(value);
  return text.split(/[^\d.,-]+/).some((word) => word.replaceAll(',', '') === value || word.replaceAll(',', '') === value.replace(/\.?0+$/, ''));
}

async function scoreFault({ context, instance }: Subject, agent: string, task: Task, expected: number): Promise<string | null> {
  const content = await scriptedAnswer(agent, { pack: context.pack, instance, task, stream: 'verify' });
  const { score } = scoreTrial(instance, { task, trial: 1, status: 'ok' }, content);
  return score !== null && Math.abs(score - expected) < 1e-9 ? null : `${agent} scores ${String(score)} in ${task}, expected ${expected}`;
}
