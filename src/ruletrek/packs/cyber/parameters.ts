/** The settings of the cybersecurity pack: the plan's values for parameters that the controls leave open. */
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { readFormat } from '../../formats/read.ts';
import { parameterShape, parameterText } from '../parameters.ts';

const Settings = z.record(
  z.string(),
  z.strictObject({
    unit: z.enum(['money', 'rate', 'count']),
    /** What the tables call it. */
    label: z.string(),
    /** Control of SP 800-53 and the parameter of it that the plan fills, where there is one. */
    control: z.string(),
    ...parameterShape,
  }),
);

export const CYBER_SETTINGS = readFormat(fileURLToPath(new URL('parameters.json', import.meta.url)), Settings);
export const CYBER_VERSION = '2026';
export const STALE_CYBER_VERSION = '2025';

/** A setting of the current version, for choosing ranges only. */
export function setting(name: string, key = ''): number {
  return Number(parameterText(CYBER_SETTINGS, CYBER_VERSION, name, key));
}
