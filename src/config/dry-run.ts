/** The schema of what `--dry-run` builds in miniature. */
import { z } from 'zod';
import { LM_FAMILIES } from './sections.ts';

export const DryRun = z.strictObject({
  /** Family of the base; null is that of the files of the model itself. */
  architecture: z.enum(LM_FAMILIES).nullable().default(null),
});
export type DryRunConfig = z.infer<typeof DryRun>;
