/** Random events on which conditions of rule files come out both ways: their fields are drawn from what the conditions ask for. */
import type { Random } from '../../../random.ts';
import { expandLists, type FalcoEvent, type ParsedFile } from './evaluate.ts';
import { partsOf, type Expression } from './parse.ts';

type Test = Expression & { readonly kind: 'test' };

/** Conditions that an event is drawn for, and the share of their tests whose field it has. */
const CONDITIONS = 3;
const SHARE = 0.75;

/** An event drawn for some conditions of one file. */
export function drawEvent(random: Random, file: ParsedFile): FalcoEvent {
  const chosen = Array.from({ length: CONDITIONS }, () => random.pick(file.conditions));
  const tests = random.shuffle(chosen.flatMap((condition) => testsOf(condition, file)));
  const event: Record<string, string> = {};
  for (const test of tests) if (event[test.field] === undefined && random.chance(SHARE)) event[test.field] = fieldValue(random, test, file.lists);
  return event;
}

/** Tests of a condition and of the macros in it. */
function testsOf(condition: Expression, file: ParsedFile): Test[] {
  return partsOf(condition).flatMap((part): Test[] => {
    if (part.kind === 'test') return [part];
    const macro = file.macros.get(part.name);
    return macro === undefined ? [] : testsOf(macro, file);
  });
}

/** Mostly a value that passes the test, else one that is near it. */
function fieldValue(random: Random, { field, operator, values }: Test, lists: ParsedFile['lists']): string {
  const items = expandLists(values, lists);
  const value = items.length === 0 ? 'x' : random.pick(items);
  if (/net$/.test(field)) return networkValue(random, value);
  const passing: Readonly<Record<string, readonly string[]>> = {
    contains: [`a ${value}/b`, value], icontains: [value.toUpperCase(), `x${value}`], bcontains: [`00${value}ff`, `0${value}f`], startswith: [`${value}x`, value], endswith: [`x${value}`, value],
    glob: [value.replaceAll('*', 'ab'), value.replaceAll('*', '')], pmatch: [`${value}/x`, value], intersects: [`${value},other`, value],
    '<': ['0'], '<=': [value], '>': ['99999999999'], '>=': [value], exists: ['x'],
  };
  return random.chance(0.85) ? random.pick(passing[operator] ?? [value]) : random.pick([`${value}x`, 'x', '', value.toLowerCase()]);
}

/** An address in the network, or in some other one. */
function networkValue(random: Random, network: string): string {
  const [first = '10', second = '0'] = network.split('/')[0]!.split('.');
  return random.chance(0.6) ? `${first}.${second}.${random.integer(0, 255)}.${random.integer(1, 254)}` : `${random.integer(1, 223)}.${random.integer(0, 255)}.3.4`;
}
