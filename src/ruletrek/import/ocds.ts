/**
 * Merges the releases of an OCDS contracting process into a compiled release, by its published specification, and holds
 * the result against the compiled releases of the example records.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { canonicalJson } from '../core/canonical.ts';
import { readFormat } from '../formats/read.ts';

export const OCDS_FOLDER = '../shared/ruletrek/procurement-ocds';

type JsonObject = Readonly<Record<string, unknown>>;
/** The part of the release schema that merging looks at; references are resolved. */
interface Schema {
  readonly type?: string | readonly string[] | undefined;
  readonly omitWhenMerged?: boolean | undefined;
  readonly wholeListMerge?: boolean | undefined;
  readonly properties?: Readonly<Record<string, Schema>> | undefined;
  readonly items?: Schema | undefined;
}

const Schema: z.ZodType<Schema> = z.lazy(() => z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  omitWhenMerged: z.boolean().optional(),
  wholeListMerge: z.boolean().optional(),
  properties: z.record(z.string(), Schema).optional(),
  items: Schema.optional(),
}));

const Release = z.looseObject({ ocid: z.string(), date: z.iso.datetime({ offset: true }) });
type Release = z.infer<typeof Release>;
const RecordPackage = z.object({ records: z.array(z.object({ ocid: z.string(), releases: z.array(z.looseObject({})), compiledRelease: z.looseObject({}).optional() })) });

/** @throws UserError for a file that is no release schema */
export function readReleaseSchema(path: string): Schema {
  return readFormat(path, Schema);
}

/** The current state that releases of one process give; an empty list is no process. */
export function compileReleases(releases: readonly Release[], schema: Schema): Record<string, unknown> {
  const ordered = [...releases].sort((a, b) => Date.parse(a.date) - Date.parse(b.date));
  const last = ordered.at(-1);
  if (last === undefined) throw new RangeError('no releases to merge');
  const merged = ordered.reduce<JsonObject>((output, release) => mergeObject(output, release, schema), {});
  return { ...merged, ocid: last.ocid, tag: ['compiled'], date: last.date, id: `${last.ocid}-${last.date}` };
}

function mergeObject(output: JsonObject, input: JsonObject, schema: Schema | undefined): JsonObject {
  const merged = new Map(Object.entries(output));
  for (const [name, value] of Object.entries(input)) {
    const field = schema?.properties?.[name];
    if (field?.omitWhenMerged === true) continue;
    if (value === null) merged.delete(name);
    else merged.set(name, mergeValue(merged.get(name), value, field));
  }
  return Object.fromEntries(merged);
}

function mergeValue(output: unknown, input: unknown, schema: Schema | undefined): unknown {
  if (Array.isArray(input)) return isLiteral(input, schema) ? input : mergeById(Array.isArray(output) ? output : [], input as JsonObject[], schema?.items);
  return isObject(input) ? mergeObject(isObject(output) ? output : {}, input, schema) : input;
}

/** Lists of anything but objects with an id are taken as a whole. */
function isLiteral(input: readonly unknown[], schema: Schema | undefined): boolean {
  if (!input.every(isObject) || schema?.wholeListMerge === true) return true;
  const { type, properties } = schema?.items ?? {};
  if (type !== undefined && [type].flat().some((one) => one !== 'object')) return true;
  return properties !== undefined && !('id' in properties);
}

function mergeById(output: readonly unknown[], input: readonly JsonObject[], schema: Schema | undefined): unknown[] {
  const merged = [...output];
  for (const item of input) {
    const at = item['id'] === undefined ? -1 : merged.findIndex((other) => isObject(other) && other['id'] === item['id']);
    if (at === -1) merged.push(mergeObject({}, item, schema));
    else merged[at] = mergeObject(merged[at] as JsonObject, item, schema);
  }
  return merged;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface CompiledRecord {
  /** The file, and the identifier of the process. */
  readonly name: string;
  readonly equal: boolean;
}

/** Every example record that has a published compiled release, merged anew; null where the folder is not there. */
export function compareCompiledReleases(folder = OCDS_FOLDER): CompiledRecord[] | null {
  if (!existsSync(folder)) return null;
  const schema = readReleaseSchema(join(folder, 'dereferenced-release-schema.json'));
  const files = readdirSync(join(folder, 'examples')).filter((name) => name.endsWith('.json')).sort();
  return files.flatMap((file) => readFormat(join(folder, 'examples', file), RecordPackage).records.flatMap(({ ocid, releases, compiledRelease }) => {
    if (compiledRelease === undefined) return [];
    const compiled = compileReleases(z.array(Release).parse(releases), schema);
    return [{ name: `${file} ${ocid}`, equal: canonicalJson(compiled) === canonicalJson(compiledRelease) }];
  }));
}
