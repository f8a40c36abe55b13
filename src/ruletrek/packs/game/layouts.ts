/** How the records of an encounter lie in files. */
import type { LayoutFile } from '../pack.ts';

const file = (path: string, ...kinds: readonly string[]): LayoutFile => ({ path, kinds });

export const GAME_LAYOUTS: readonly (readonly LayoutFile[])[] = [
  [
    file('sheet/hero.yaml', 'hero'), file('sheet/growth.csv', 'improvement'), file('sheet/training.json', 'training', 'skill'), file('sheet/equipment.xlsx', 'weapon', 'armor', 'magic_item', 'item', 'coin'),
    file('sheet/conditions.md', 'drain', 'hero_trait', 'ward'), file('club/credits.csv', 'credit'), file('club/session.eml', 'session', 'closure'), file('log/attack.log', 'attack', 'damage_die', 'rider'),
    file('log/circumstances.csv', 'circumstance'), file('log/effects.yaml', 'effect', 'reduction'), file('map/obstacles.json', 'obstacle', 'site', 'object'), file('master/foes.sqlite', 'foe', 'foe_trait', 'foe_save', 'watcher'),
    file('log/incoming.csv', 'incoming'), file('log/falls.yaml', 'fall', 'fall_die'), file('log/deaths.jsonl', 'death_roll', 'blow'), file('log/healing.csv', 'heal'), file('log/rest.md', 'rest', 'rest_die', 'interruption'),
    file('spells/spell.conf', 'spell'), file('spells/castings.csv', 'casting'), file('spells/dice.jsonl', 'spell_die', 'source'), file('spells/components.xlsx', 'component'), file('log/check.yaml', 'check', 'companion'),
    file('master/trap.json', 'trap', 'trap_die', 'water'), file('journey/provisions.csv', 'drink'), file('log/turn.yaml', 'turn', 'path'), file('journey/route.docx', 'journey', 'leg'), file('journey/march.csv', 'march_die'),
    file('camp/loot.csv', 'good'), file('camp/party.yaml', 'member'), file('camp/downtime.eml', 'project', 'lodging', 'lesson'), file('review/established.md', 'given'),
  ],
  [
    file('hero.json', 'hero', 'training'), file('hero/abilities.csv', 'improvement'), file('hero/drains.yaml', 'drain', 'hero_trait'), file('hero/skills.md', 'skill'), file('hero/arms.yaml', 'weapon', 'armor'),
    file('hero/magic.eml', 'magic_item'), file('hero/pack.csv', 'item'), file('hero/purse.json', 'coin'), file('calendar/sessions.sqlite', 'session', 'closure', 'credit'), file('rolls/attack.xlsx', 'attack', 'damage_die', 'circumstance'),
    file('rolls/defence.jsonl', 'incoming', 'ward', 'blow'), file('rolls/death.csv', 'death_roll'), file('rolls/dice.log', 'fall_die', 'spell_die', 'trap_die', 'rest_die', 'march_die'), file('scene/place.conf', 'site', 'object', 'fall', 'water'),
    file('scene/obstacles.csv', 'obstacle'), file('scene/foes.yaml', 'foe', 'foe_trait', 'reduction', 'rider'), file('scene/saves.csv', 'foe_save'), file('scene/watch.docx', 'watcher', 'companion'), file('scene/effects.csv', 'effect'),
    file('scene/trap.yaml', 'trap'), file('scene/movement.md', 'path', 'turn'), file('magic/spell.yaml', 'spell', 'source'), file('magic/castings.jsonl', 'casting', 'component'), file('rolls/check.json', 'check'),
    file('camp/healing.yaml', 'heal', 'interruption'), file('camp/rest.json', 'rest'), file('road/travel.xlsx', 'journey', 'leg', 'drink'), file('town/loot.sqlite', 'good', 'member'), file('town/work.yaml', 'project', 'lesson', 'lodging'),
    file('review/established.docx', 'given'),
  ],
  [
    file('case/hero.conf', 'hero'), file('case/sheet.sqlite', 'improvement', 'drain', 'training', 'skill', 'hero_trait'), file('case/gear.md', 'weapon', 'armor', 'item'), file('case/attunement.csv', 'magic_item'),
    file('case/coins.yaml', 'coin'), file('club/calendar.json', 'session', 'closure'), file('club/credits.xlsx', 'credit'), file('fight/attack.yaml', 'attack', 'circumstance'), file('fight/damage.csv', 'damage_die'),
    file('fight/modifiers.jsonl', 'reduction', 'rider', 'effect'), file('fight/foe.json', 'foe', 'foe_trait'), file('fight/blows.log', 'incoming', 'ward'), file('fight/cover.eml', 'obstacle', 'object'),
    file('fight/dying.yaml', 'death_roll', 'blow'), file('fight/falls.csv', 'fall'), file('fight/fall-dice.csv', 'fall_die'), file('magic/spell.json', 'spell'), file('magic/castings.md', 'casting', 'spell_die'),
    file('magic/saves.xlsx', 'foe_save', 'source'), file('magic/components.yaml', 'component'), file('scout/check.csv', 'check'), file('scout/watch.yaml', 'watcher', 'site', 'companion'), file('hazards/trap.docx', 'trap', 'trap_die'),
    file('hazards/water.json', 'water', 'drink'), file('rest/night.log', 'rest', 'interruption'), file('rest/healing.jsonl', 'heal', 'rest_die'), file('road/turn.csv', 'turn'), file('road/path.json', 'path'),
    file('road/journey.yaml', 'journey', 'leg', 'march_die'), file('town/goods.csv', 'good'), file('town/party.jsonl', 'member'), file('town/downtime.conf', 'project', 'lodging', 'lesson'), file('case/established.eml', 'given'),
  ],
];
