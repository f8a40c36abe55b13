/** Columns of the paper's Tables 1–3, and which kinds of transition stand in each. */
import type { Environment } from '../question.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  /** Labels of the questions in it, as the environment's files write them. */
  readonly labels: readonly string[];
}

const COLUMNS: Readonly<Record<Environment, readonly Column[]>> = {
  scienceworld: [
    { title: 'Matter', labels: ['Matter'] },
    { title: 'Chem.', labels: ['Chemistry'] },
    { title: 'Class.', labels: ['Classification'] },
    { title: 'Biology', labels: ['Biology'] },
    { title: 'Forces', labels: ['Forces'] },
    { title: 'Meas.', labels: ['Measurement'] },
    { title: 'Elec.', labels: ['Electricity'] },
  ],
  webshop: [
    { title: 'Search', labels: ['search'] },
    { title: 'Layout', labels: ['click_item'] },
    { title: 'Detail', labels: ['click_nav'] },
    { title: 'Decision', labels: ['click_buy_now'] },
    { title: 'Page Change', labels: ['click_change_page'] },
    { title: 'Other', labels: ['click_other'] },
  ],
  plancraft: [
    { title: 'Smelt', labels: ['smelt_goal', 'smelt_byproduct'] },
    { title: 'Move-Easy', labels: ['move_no_product'] },
    { title: 'Move-Medium', labels: ['move_get'] },
    { title: 'Move-Hard', labels: ['move_byproduct'] },
  ],
  // The project's own world is in none of the paper's tables: its labels are its columns.
  workshop: [],
};

/** The paper's worlds: each has a table. */
export const PAPER_ENVIRONMENTS = ['scienceworld', 'webshop', 'plancraft'] as const;
export type PaperEnvironment = (typeof PAPER_ENVIRONMENTS)[number];

/** Columns of an environment; for one without a table, one for each label that occurs. */
export function columnsOf(environment: Environment | null, labels: readonly string[]): readonly Column[] {
  const known = environment === null ? [] : COLUMNS[environment];
  const placed = new Set(known.flatMap((column) => column.labels));
  const others = [...new Set(labels)].filter((label) => !placed.has(label)).sort();
  return [...known, ...others.map((label) => ({ title: label, labels: [label] }))];
}

/** The environment that has all of these labels; null where none or several have. */
export function environmentOf(labels: readonly string[]): Environment | null {
  const fitting = PAPER_ENVIRONMENTS.filter((environment) => {
    const known = new Set(COLUMNS[environment].flatMap((column) => column.labels));
    return labels.every((label) => known.has(label));
  });
  return labels.length > 0 && fitting.length === 1 ? (fitting[0] ?? null) : null;
}
