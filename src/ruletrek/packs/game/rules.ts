/** All rules of the game pack, and what the engine needs to apply them. */
import type { RuleSet } from '../../core/rule.ts';
import { baseFacts } from './draw.ts';
import { CLASSES, GAME_FACTS, inScope } from './facts.ts';
import { GAME_NUMBERS, GAME_VERSION, STALE_GAME_VERSION } from './parameters.ts';
import { ABILITY_RULES } from './rules/abilities.ts';
import { ATTACK_RULES } from './rules/attack.ts';
import { CHECK_RULES } from './rules/checks.ts';
import { DAMAGE_RULES } from './rules/damage.ts';
import { DOWNTIME_RULES } from './rules/downtime.ts';
import { HARM_RULES } from './rules/harm.ts';
import { HAZARD_RULES } from './rules/hazards.ts';
import { RECOVERY_RULES } from './rules/recovery.ts';
import { RULING_RULES } from './rules/rulings.ts';
import { SPELL_RULES } from './rules/spells.ts';
import { TRAVEL_RULES } from './rules/travel.ts';

export const GAME_RULE_SET: RuleSet = {
  rules: [
    ...ABILITY_RULES, ...ATTACK_RULES, ...DAMAGE_RULES, ...HARM_RULES, ...RECOVERY_RULES, ...SPELL_RULES, ...CHECK_RULES, ...HAZARD_RULES, ...TRAVEL_RULES, ...DOWNTIME_RULES, ...RULING_RULES,
  ],
  types: GAME_FACTS,
  parameters: GAME_NUMBERS,
  version: GAME_VERSION,
  staleVersion: STALE_GAME_VERSION,
  status: { kind: 'hero', field: 'class', values: CLASSES },
  base: baseFacts,
  joins: 1,
  inScope,
};
