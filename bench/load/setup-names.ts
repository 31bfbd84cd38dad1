/** All on PostgreSQL. */
export const SETUPS = ['one', 'one-replica', 'two', 'two-replica'] as const;
export type SetupName = (typeof SETUPS)[number];

export const SETUP_TITLES: Record<SetupName | 'url', string> = {
  one: 'one process',
  'one-replica': 'one process, read replica',
  two: 'two processes behind nginx',
  'two-replica': 'two processes behind nginx, read replica',
  url: 'the given address',
};
