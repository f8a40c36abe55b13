/** Of which family a miniature of a model is. */
import type { DryRunConfig } from '../../config/dry-run.ts';
import type { LmFamily } from '../../config/sections.ts';
import { openLm } from '../../lm/load.ts';

/** As the experiment says, else as the files of the model do. @throws UserError where neither is there */
export function miniatureFamily({ architecture }: DryRunConfig, model: string): LmFamily {
  if (architecture !== null) return architecture;
  const { config, source } = openLm(model);
  source.close();
  return config.architecture;
}
