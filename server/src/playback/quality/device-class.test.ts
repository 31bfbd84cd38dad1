import { expect, test } from 'vitest';
import { countryOfZone } from './country-of-zone.ts';
import { deviceClass } from './device-class.ts';

test.each([
  ['phone', 'Mozilla/5.0 (Linux; Android 14; SM-A155F) Chrome/140.0 Mobile Safari/537.36'],
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X200) Chrome/140.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1'],
  ['tv', 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) Version/6.0 TV Safari/537.36'],
  ['computer', 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36'],
  ['computer', ''],
])('a %s by its user agent', (wanted, userAgent) => {
  expect(deviceClass(userAgent)).toBe(wanted);
});

test('countries are known from time zones, and unknown otherwise', () => {
  expect(
    ['America/Port-au-Prince', 'America/New_York', 'Europe/Paris', 'UTC', 'x'].map(countryOfZone),
  ).toEqual(['HT', 'US', 'FR', 'ZZ', 'ZZ']);
});
