import { expect, test } from 'vitest';
import { readTimeout, readTimeouts } from './timeouts.ts';

test('reads what PostgreSQL allows as statement_timeout; 0 is no limit', () => {
  const read = ['500', '3s', '1min', '1.5 s', '2h', '0', '0s', '', 'soon', '3 weeks', null].map(readTimeout);
  expect(read).toEqual([500, 3_000, 60_000, 1_500, 7_200_000, ...Array.from({ length: 6 }, () => undefined)]);
});

test('the setting of a role in this database replaces that of the role', () => {
  const rows = [
    { role: 'anon', timeout: '3s' },
    { role: 'authenticated', timeout: '8s' },
    { role: 'anon', timeout: '1s' },
    { role: 'authenticated', timeout: '0' },
  ];
  expect(readTimeouts(rows)).toEqual(new Map([['anon', 1_000]]));
});
