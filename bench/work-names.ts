/** Names that choose works of the benchmark. */
export const WORK_NAMES = [
  'stage2-step',
  'stage2-step-repository',
  'stage2-growth',
  'generation',
  'smollm2-decode',
  'smollm2-prefill',
  'smollm2-stage2',
  'minilm-embed',
] as const;
export type WorkName = (typeof WORK_NAMES)[number];
