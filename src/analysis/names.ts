/** The analyses by the names under which they are asked for. */
export const ANALYSIS_NAMES = ['retention', 'attention', 'removal', 'cost', 'cases'] as const;
export type AnalysisName = (typeof ANALYSIS_NAMES)[number];
