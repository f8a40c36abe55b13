/**
 * The project's own rules for Plancraft, written from knowledge of Minecraft and from the dev
 * questions; no test question was looked at.
 */
import type { RuleSet } from '../rule.ts';
import { FORM_RULES } from './rules-of-form.ts';
import { MAKING_RULES } from './rules-of-making.ts';
import { MOTION_RULES } from './rules-of-motion.ts';
import { parseTransition, type PlancraftTransition } from './transition.ts';

export const PLANCRAFT_RULES: RuleSet<PlancraftTransition> = {
  name: 'plancraft',
  parse: parseTransition,
  rules: [...FORM_RULES, ...MOTION_RULES, ...MAKING_RULES],
};
