/** Solver B: policy/scoring.json. */
import { share, sum, type Row } from '../../second-solver.ts';
import { addUp, type Entries, type Entry, type Sheet } from './sheet.ts';

function priceScore(sheet: Sheet): Entry {
  const [least, own] = [sheet.number('lowest_price'), sheet.number('evaluated_price')];
  if (least === undefined || own === undefined || own <= 0) return undefined;
  const weight = sheet.cell('weight of the price');
  return Math.min(weight, share(weight, least, own));
}

/** Marks of evaluators who declared an interest. */
function recused(sheet: Sheet): Row[] {
  const names = sheet.rows('declaration').map((row) => row['evaluator']);
  return sheet.rows('mark').filter((row) => names.includes(row['evaluator']));
}

function points(rows: readonly Row[]): number {
  return sum(rows.map((row) => Number(row['points'])));
}

function qualityMark(sheet: Sheet): Entry {
  const marks = sheet.rows('mark');
  const count = marks.length - (sheet.number('recused_marks') ?? 0);
  return count <= 0 ? undefined : share(points(marks) - (sheet.number('recused_points') ?? 0), 100, count);
}

function qualityScore(sheet: Sheet): Entry {
  const mark = sheet.number('quality_mark');
  return mark === undefined ? undefined : share(sheet.cell('weight of quality'), mark, 10_000);
}

function deliveryScore(sheet: Sheet): Entry {
  const [limit, days] = [sheet.process['delivery_limit'], sheet.rows('offer')[0]?.['delivery_days']];
  if (limit === undefined || days === undefined || Number(days) >= Number(limit)) return undefined;
  return share(1000, Number(limit) - Number(days), Number(limit));
}

function bonus(sheet: Sheet): Entry {
  const closing = sheet.day('closing_date');
  return closing !== undefined && sheet.rows('certificate').some((row) => (row['valid_until'] ?? '') >= closing) ? 300 : undefined;
}

function experience(sheet: Sheet): Entry {
  const [value, estimate] = [sheet.number('reference_value'), sheet.number('contract_estimate')];
  return value === undefined || estimate === undefined || estimate <= 0 ? undefined : Math.min(1000, Math.floor((1000 * value) / estimate));
}

function totalScore(sheet: Sheet): Entry {
  if (sheet.number('price_score') === undefined) return undefined;
  return addUp(sheet, 'price_score', 'quality_score', 'delivery_score', 'environment_bonus', 'experience_score');
}

export const SCORE_ENTRIES: Entries = {
  price_score: priceScore,
  recused_points: (sheet) => (recused(sheet).length > 0 ? points(recused(sheet)) : undefined),
  recused_marks: (sheet) => (recused(sheet).length > 0 ? recused(sheet).length : undefined),
  quality_mark: qualityMark,
  quality_score: qualityScore,
  delivery_score: deliveryScore,
  environment_bonus: bonus,
  experience_score: experience,
  total_score: totalScore,
};
