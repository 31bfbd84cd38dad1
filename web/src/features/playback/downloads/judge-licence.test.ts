import { expect, test } from 'vitest';
import { judgeLicence, seenAfter } from './judge-licence.ts';

const DAY = 86_400_000;
const licence = { endsAt: 14 * DAY, lastSeen: 2 * DAY };

test('a licence is valid from the last time that was seen until its end', () => {
  expect(judgeLicence(licence, 2 * DAY)).toBe('valid');
  expect(judgeLicence(licence, 14 * DAY - 1)).toBe('valid');
  expect(judgeLicence(licence, 14 * DAY)).toBe('ended');
});

test('setting the clock back does not extend a licence', () => {
  expect(judgeLicence(licence, DAY)).toBe('clock_back');
  expect(judgeLicence({ ...licence, lastSeen: 14 * DAY }, DAY)).toBe('ended');
  expect(judgeLicence({ ...licence, lastSeen: 15 * DAY }, 14 * DAY - 1)).toBe('ended');
});

test('a clock that is corrected by a minute stops nobody', () => {
  expect(judgeLicence(licence, 2 * DAY - 60_000)).toBe('valid');
});

test('time passes by watching, whatever the clock says, and never goes back', () => {
  expect(seenAfter(2 * DAY, 2 * DAY + 5000, 1000)).toBe(2 * DAY + 5000);
  expect(seenAfter(2 * DAY, DAY, 60_000)).toBe(2 * DAY + 60_000);
  expect(seenAfter(2 * DAY, DAY, -60_000)).toBe(2 * DAY);
});
