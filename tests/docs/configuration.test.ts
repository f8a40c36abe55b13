/** docs/configuration.md and the schemas: the same keys, the same defaults. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { ExperimentConfig } from '../../src/config/experiment.ts';
import { PretrainConfig } from '../../src/config/pretrain.ts';
import { NesysConfig } from '../../src/nesys/config.ts';
import { PhasesConfig } from '../../src/nesys/phases/config.ts';
import { GenerationConfig } from '../../src/ruleworld/generate/config.ts';

type Defaults = Map<string, unknown>;

const text = readFileSync('docs/configuration.md', 'utf8');

/** Keys with their defaults; undefined where a key must be given. */
function documented(heading: string): Defaults {
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| (`.+?) \| (?:`(.+?)`)? ?\| /gm)];
  return new Map(rows.flatMap(([, keys, value]) => names(keys ?? '').map((key): [string, unknown] => [key, valueOf(value)])));
}

function names(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] as string);
}

function valueOf(cell: string | undefined): unknown {
  return cell === undefined ? undefined : parse(cell);
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly default?: unknown;
}

/** Leaves of a schema: what is not a mapping of named keys. A mapping that may be null is a leaf, and so are its keys. */
function leaves(schema: JsonSchema, path: string, found: Defaults): Defaults {
  const alternatives = schema.oneOf ?? [schema];
  for (const { properties = {} } of alternatives) {
    for (const [key, value] of Object.entries(properties)) {
      const below = path === '' ? key : `${path}.${key}`;
      if (value.properties !== undefined || value.oneOf !== undefined) leaves(value, below, found);
      else {
        found.set(below, value.default);
        for (const one of value.anyOf ?? []) leaves(one, below, found);
      }
    }
  }
  return found;
}

function defaultsOf(schema: z.ZodType): Defaults {
  return leaves(z.toJSONSchema(schema, { io: 'input' }) as JsonSchema, '', new Map());
}

describe('docs/configuration.md', () => {
  const experiment = defaultsOf(ExperimentConfig);
  // The kind of encoder has no default of its own: the section as a whole has one.
  experiment.set('encoder.kind', 'hashed');

  it.each([
    ['Experiments', experiment],
    ['Pretraining', defaultsOf(PretrainConfig)],
    ['Data', defaultsOf(GenerationConfig)],
    ['NeSyS tables', defaultsOf(NesysConfig)],
    ['NeSyS phases', defaultsOf(PhasesConfig)],
  ])('%s: every key with its default, and no other', (heading, schema) => {
    expect(Object.fromEntries(documented(heading))).toEqual(Object.fromEntries(schema));
    expect([...documented(heading).keys()].sort()).toEqual([...schema.keys()].sort());
  });

  it('names keys that the schema knows wherever dynarule.md speaks of one', () => {
    const known = [...experiment.keys()];
    const spoken = [...readFileSync('docs/dynarule.md', 'utf8').matchAll(/`((?:dynarule|stage[12]|questions|data|evaluation)\.[A-Za-z.0-9]+)`/g)];
    expect(spoken.length).toBeGreaterThan(10);
    expect(spoken.map((match) => match[1] as string).filter((key) => !known.some((name) => name === key || name.startsWith(`${key}.`)))).toEqual([]);
  });
});
