/** Solver B: regulation/time-limits.md, regulation/contract.docx, circulars/electronic-submission.md, circulars/delay.md. */
import { share, sum } from '../../second-solver.ts';
import { countWorking, distance, inOffice, isWorking, later, monthsLater, nextWorking, orNextWorking } from './days.ts';
import { addUp, isFull, isYes, type Entries, type Entry, type Sheet } from './sheet.ts';

const OFFICE_CLOSES = 16 * 60;

function noticeDate(sheet: Sheet): Entry {
  const sent = inOffice(sheet.process['sent']);
  if (sent === undefined) return undefined;
  return isWorking(sheet, sent.day) && sent.minutes < OFFICE_CLOSES ? sent.day : nextWorking(sheet, sent.day);
}

function priorNotice(sheet: Sheet): Entry {
  const notice = sheet.day('notice_date');
  if (notice === undefined) return undefined;
  const counts = sheet.rows('prior_notice').some(({ announced = '' }) => announced <= later(notice, -35) && announced >= monthsLater(notice, -12));
  return counts ? 20 : undefined;
}

function period(sheet: Sheet): Entry {
  const usual = sheet.number('prior_notice_days') ?? sheet.number('base_days');
  const days = sheet.number('urgent_days') ?? (usual === undefined ? undefined : usual - (sheet.number('electronic_days') ?? 0));
  return days === undefined ? undefined : days + (sheet.number('offline_days') ?? 0);
}

function lastDay(sheet: Sheet): Entry {
  const [notice, days] = [sheet.day('notice_date'), sheet.number('submission_days')];
  return notice === undefined || days === undefined ? undefined : later(notice, days);
}

function extendedDay(sheet: Sheet): Entry {
  const last = sheet.day('last_day');
  if (last === undefined) return undefined;
  const changes = sheet.rows('change').filter((row) => isYes(row['substantial'])).map((row) => row['announced'] ?? '');
  const late = changes.filter((day) => distance(day, last) >= 0 && distance(day, last) < 7).sort();
  return late.length === 0 ? undefined : later(late[late.length - 1]!, 10);
}

function closingDate(sheet: Sheet): Entry {
  const day = sheet.day('published_closing') ?? sheet.day('extended_day') ?? sheet.day('last_day');
  return day === undefined ? undefined : orNextWorking(sheet, day);
}

function awardDay(sheet: Sheet): string | undefined {
  return inOffice(sheet.rows('award')[0]?.['notified'])?.day;
}

function fromClosing(sheet: Sheet, move: (day: string) => string): Entry {
  const closing = sheet.day('closing_date');
  return closing === undefined ? undefined : move(closing);
}

function gap(sheet: Sheet): Entry {
  const [until, award] = [sheet.day('valid_until'), awardDay(sheet)];
  return until !== undefined && award !== undefined && award > until ? distance(until, award) : undefined;
}

function standstillDays(sheet: Sheet): Entry {
  if (!isFull(sheet)) return undefined;
  const means = sheet.rows('award')[0]?.['means'];
  return means === 'electronic' ? 10 : means === 'post' ? 15 : undefined;
}

function standstillEnd(sheet: Sheet): Entry {
  const [day, days] = [awardDay(sheet), sheet.number('standstill_days')];
  return day === undefined || days === undefined ? undefined : orNextWorking(sheet, later(day, days));
}

function reviewEnd(sheet: Sheet): Entry {
  const end = sheet.day('standstill_end');
  if (end === undefined) return undefined;
  const decisions = sheet.rows('challenge').filter(({ filed = '' }) => filed <= end).map((row) => row['decided'] ?? '').sort();
  return decisions.length === 0 ? undefined : countWorking(sheet, decisions[decisions.length - 1]!, 5);
}

function effectiveDate(sheet: Sheet): Entry {
  const [signed, earliest] = [sheet.rows('contract')[0]?.['signed'], sheet.day('earliest_signature')];
  if (signed === undefined || earliest === undefined) return undefined;
  return signed > earliest ? signed : earliest;
}

/** Sum of a column of whole numbers; undefined where no row has it. */
function wholes(sheet: Sheet, kind: string, name: string): Entry {
  const cells = sheet.rows(kind).flatMap((row) => (row[name] === undefined ? [] : [Number(row[name])]));
  return cells.length === 0 ? undefined : sum(cells);
}

function suspendedDays(sheet: Sheet): Entry {
  const rows = sheet.rows('suspension');
  return rows.length === 0 ? undefined : sum(rows.map((row) => distance(row['first']!, row['last']!) + 1));
}

function contractEnd(sheet: Sheet): Entry {
  const [start, months] = [sheet.day('effective_date'), sheet.rows('contract')[0]?.['months']];
  if (start === undefined || months === undefined) return undefined;
  return later(monthsLater(start, Number(months)), addUp(sheet, 'added_days', 'suspended_days') ?? 0);
}

function delayDays(sheet: Sheet): Entry {
  const [end, delivered] = [sheet.day('contract_end'), sheet.rows('delivery')[0]?.['delivered']];
  if (end === undefined || delivered === undefined) return undefined;
  const days = distance(end, delivered) - (sheet.number('excused_days') ?? 0);
  return days > 0 ? days : undefined;
}

function penalty(sheet: Sheet): Entry {
  const [days, value] = [sheet.number('delay_days'), sheet.number('current_value')];
  if (days === undefined || days <= 0 || value === undefined) return undefined;
  return Math.min(share(value, (sheet.number('amended_penalty') ?? 2) * days, 1000), share(value, 1, 10));
}

export const TIME_ENTRIES: Entries = {
  notice_date: noticeDate,
  base_days: (sheet) => sheet.cell('days for submission'),
  amended_reduction: (sheet) => ((sheet.day('notice_date') ?? '') >= '2026-04-01' ? 3 : undefined),
  electronic_days: (sheet) => (isYes(sheet.process['electronic']) ? (sheet.number('amended_reduction') ?? sheet.cell('days less for electronic submission')) : undefined),
  prior_notice_days: priorNotice,
  urgent_days: (sheet) => (isYes(sheet.process['urgent']) ? 12 : undefined),
  offline_days: (sheet) => (sheet.process['documents_online'] === undefined || isYes(sheet.process['documents_online']) ? undefined : 6),
  submission_days: period,
  last_day: lastDay,
  extended_day: extendedDay,
  closing_date: closingDate,
  question_deadline: (sheet) => (isFull(sheet) ? fromClosing(sheet, (day) => countWorking(sheet, day, -sheet.cell('working days for questions'))) : undefined),
  valid_until: (sheet) => fromClosing(sheet, (day) => later(day, sheet.cell('days that a bid stays valid'))),
  validity_gap: gap,
  standstill_days: standstillDays,
  standstill_end: standstillEnd,
  review_end: reviewEnd,
  earliest_signature: (sheet) => {
    const end = sheet.day('standstill_end');
    return end === undefined ? undefined : nextWorking(sheet, sheet.day('review_end') ?? end);
  },
  effective_date: effectiveDate,
  award_notice_deadline: (sheet) => {
    const start = sheet.day('effective_date');
    return start === undefined || !isFull(sheet) ? undefined : orNextWorking(sheet, later(start, 30));
  },
  added_days: (sheet) => wholes(sheet, 'amendment', 'days'),
  suspended_days: suspendedDays,
  contract_end: contractEnd,
  excused_days: (sheet) => wholes(sheet, 'hindrance', 'days'),
  delay_days: delayDays,
  amended_penalty: (sheet) => ((sheet.day('effective_date') ?? '') >= '2026-09-01' ? 3 : undefined),
  delay_penalty: penalty,
};
