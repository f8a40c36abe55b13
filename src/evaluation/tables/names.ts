/** The tables by the names under which they are asked for: the paper's by number, and three of our own. */
export const TABLE_NAMES = ['2', '3', '4', '8', '9', '10', '11', '12', '13', 'paired', 'stepwise', 'outside'] as const;
export type TableName = (typeof TABLE_NAMES)[number];
