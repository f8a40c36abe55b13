/** Who answers: the neural model alone, rules alone, both together. In the order of tables. */
export const JUDGES = ['neural', 'rules', 'nesys'] as const;
export type JudgeName = (typeof JUDGES)[number];

export const JUDGE_TITLES: Readonly<Record<JudgeName, string>> = { neural: 'neural alone', rules: 'rules alone', nesys: 'NeSyS' };
