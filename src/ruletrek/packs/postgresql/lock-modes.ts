/** Table lock modes as facts: which command takes which, and which conflict (explicit-locking, Table 13.2). */
export const MODES = ['access share', 'row share', 'row exclusive', 'share update exclusive', 'share', 'share row exclusive', 'exclusive', 'access exclusive'] as const;

export const MODE_OF: Readonly<Record<string, string>> = {
  'select': 'access share', 'select for update': 'row share', 'update': 'row exclusive', 'vacuum': 'share update exclusive', 'analyze': 'share update exclusive',
  'create index': 'share', 'create trigger': 'share row exclusive', 'refresh materialized view': 'access exclusive', 'reindex': 'access exclusive', 'truncate': 'access exclusive', 'vacuum full': 'access exclusive',
};

/** Commands that have a concurrent form, with the mode of that. */
export const CONCURRENT_MODE_OF: Readonly<Record<string, string>> = { 'create index': 'share update exclusive', 'reindex': 'share update exclusive', 'refresh materialized view': 'exclusive' };

export const CONFLICTS: Readonly<Record<string, readonly string[]>> = {
  'access share': MODES.slice(7),
  'row share': MODES.slice(6),
  'row exclusive': MODES.slice(4),
  'share update exclusive': MODES.slice(3),
  'share': [MODES[2], MODES[3], ...MODES.slice(5)],
  'share row exclusive': MODES.slice(2),
  'exclusive': MODES.slice(1),
  'access exclusive': MODES,
};
