/** The numbers of a pack, as its `parameters.json` has them. */
import { z } from 'zod';
import type { Parameter } from '../core/rule.ts';

/** What every number of every pack has; units and places upstream are the pack's own. */
export const parameterShape = {
  upstream: z.string(),
  versions: z.record(z.string(), z.record(z.string(), z.string())),
};

/** A number of one version as text, for choosing ranges only: rules ask the engine, which notes what they read. */
export function parameterText(parameters: Readonly<Record<string, Pick<Parameter, 'versions'>>>, version: string, name: string, key: string): string {
  const text = parameters[name]?.versions[version]?.[key];
  if (text === undefined) throw new RangeError(`the pack has no ${name}/${key} of ${version}`);
  return text;
}
