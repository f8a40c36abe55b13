/** What `--dry-run` does in the commands of DynaRule's line. */
import type { DryRunEnd } from '../../pipelines/dry-run.ts';
import { given } from './define.ts';

export async function walkInMiniature(config: string, overrides: readonly string[], backend: string | undefined, until: DryRunEnd): Promise<void> {
  const { run } = await import('../../pipelines/dry-run.ts');
  return run({ config, overrides, until, ...given({ backend }) });
}
