/** Exceptions to detections: who may do what, and when. */
import { secondsOf } from '../../../core/dates.ts';
import type { Facts } from '../../../core/facts.ts';
import type { Binder, RuleContext, RuleModule } from '../../../core/rule.ts';
import { hasRows, rows } from '../../draw.ts';
import { clusteredTimes, DAY_MINUTES, drawField, someIds, timeAt, timeBetween, withFields, type FieldDraw } from '../draw.ts';
import { SYSTEM } from '../facts.ts';
import { LOGGING_IMAGES, MANAGING_PARENTS, PLAIN_IMAGES, PLAIN_PARENTS, PLAIN_PROGRAMS, TRUSTED_READERS } from './lists.ts';
import { fieldRule } from './macros.ts';
import { setRule } from './set-rule.ts';

const [ALLOWED_IMAGE, ...OTHER_IMAGES] = PLAIN_IMAGES;

/** The image of an allowance. */
function isAllowed(image: string, c: RuleContext): boolean {
  return c.records('allowance').some((one) => one.text('image') === image);
}

const IMAGE: FieldDraw = { kind: 'event', field: 'image', yes: () => ALLOWED_IMAGE, no: ({ random }) => random.pick(OTHER_IMAGES) };

const allowed: RuleModule = {
  ...fieldRule({ ...IMAGE, id: 'cyber.allowed-images', name: 'allowed_image_events', holds: (event, c) => isAllowed(event.text('image'), c) }),
  bind: (b) => [...allowance(b), ...drawField(b, IMAGE, 'allowed_image_events')],
};

/** One allowance, which lapses in the course of the month. */
function allowance(b: Binder): Facts {
  return hasRows(b, 'allowance') ? [] : rows(b, 'allowance', [{ system: SYSTEM, image: ALLOWED_IMAGE, until: timeAt(b.random.integer(8, 20) * DAY_MINUTES).slice(0, 10) }]);
}

/** Events on a day after the last day of the allowance. */
function lapsedEvents(c: RuleContext): string[] {
  const until = c.record('allowance').text('until');
  return c.records('event').filter((event) => event.has('time') && event.text('time').slice(0, 10) > until).map(({ subject }) => subject);
}

const lapsed = setRule({
  id: 'cyber.lapsed-allowance',
  name: 'lapsed_events',
  members: lapsedEvents,
  bind: (b) => [...allowance(b), ...withFields('event', someIds(b, 'event'), () => ({ time: timeBetween(b, 2, 27) }))],
});

/** From the start of a window on, up to but without its end. */
function inMaintenance(c: RuleContext): string[] {
  const windows = c.records('maintenance').map((window) => [window.text('start'), window.text('end')] as const);
  const covered = (time: string): boolean => windows.some(([start, end]) => start <= time && time < end);
  return c.records('event').filter((event) => event.has('time') && covered(event.text('time'))).map(({ subject }) => subject);
}

const maintenance = setRule({
  id: 'cyber.maintenance-window',
  name: 'maintenance_events',
  members: inMaintenance,
  bind: (b) => {
    const ids = someIds(b, 'event');
    const drawn = clusteredTimes(b, ids);
    const times = ids.map((id) => String(b.facts.find(({ subject, fields }) => subject === id && fields['time'] !== undefined)?.fields['time'] ?? drawn.find(({ subject }) => subject === id)!.fields['time']));
    const start = b.random.pick(times);
    const minute = Number(secondsOf(start) - secondsOf(timeAt(0))) / 60;
    const window = { system: SYSTEM, start: timeAt(minute - b.random.integer(0, 4)), end: timeAt(minute + b.random.integer(3, 180)) };
    return [...drawn, ...(hasRows(b, 'maintenance') ? [] : rows(b, 'maintenance', [window]))];
  },
});

export const EXCEPTIONS: readonly RuleModule[] = [
  allowed,
  lapsed,
  fieldRule({
    id: 'cyber.trusted-readers', name: 'trusted_reader_events', kind: 'event', field: 'proc_name', holds: (event) => TRUSTED_READERS.some((name) => name === event.text('proc_name')),
    yes: ({ random }) => random.pick(TRUSTED_READERS), no: ({ random }) => random.pick(PLAIN_PROGRAMS),
  }),
  fieldRule({
    id: 'cyber.managed-hosts', name: 'managed_events', kind: 'event', field: 'parent_name', holds: (event) => MANAGING_PARENTS.some((name) => name === event.text('parent_name')),
    yes: ({ random }) => random.pick(MANAGING_PARENTS), no: ({ random }) => random.pick(PLAIN_PARENTS),
  }),
  fieldRule({
    id: 'cyber.logging-images', name: 'logging_image_events', kind: 'event', field: 'image', holds: (event) => LOGGING_IMAGES.some((name) => event.text('image').endsWith(name)),
    yes: ({ random }) => `docker.io/${random.pick(LOGGING_IMAGES)}`, no: ({ random }) => random.pick(PLAIN_IMAGES),
  }),
  maintenance,
];
