import { expect, test } from 'vitest';
import { rankOf } from './request-rank.ts';

const token = (claims: object) => ({
  authorization: `Bearer x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`,
});
const member = token({ role: 'authenticated', sub: '1' });

test.each([
  ['/', member, 'visitor'],
  ['/rest/v1/movies', {}, 'visitor'],
  ['/rest/v1/movies', token({ role: 'anon' }), 'visitor'],
  ['/rest/v1/movies', { authorization: 'Bearer nonsense' }, 'visitor'],
  ['/rest/v1/movies', member, 'member'],
  ['/functions/v1/contact', {}, 'visitor'],
  ['/functions/v1/checkout', member, 'member'],
  ['/functions/v1/playback', {}, 'essential'],
  ['/functions/v1/playback', member, 'essential'],
  ['/auth/v1/token', {}, 'essential'],
  ['/login', {}, 'visitor'],
  ['/stream/x/master.m3u8', {}, 'served'],
  ['/assets/app.js', {}, 'served'],
  ['/metrics', {}, 'served'],
  ['/status', {}, 'served'],
  ['/statusx', {}, 'visitor'],
  ['/metrics/x', {}, 'visitor'],
  ['/operations/v1/x', {}, 'visitor'],
  ['/auth/v1x', {}, 'visitor'],
  ['/rest/v1x', member, 'visitor'],
  ['/delivery/admission/x', member, 'visitor'],
])('%s %j is ranked %s', (path, headers, rank) => {
  expect(rankOf(path, { method: 'GET', headers })).toBe(rank);
});

test('what nginx asks is ranked served where it asks', () => {
  expect(rankOf('/delivery/admission/x', { method: 'GET', headers: {} }, true)).toBe('served');
});

test('a sign-in by plain form is as essential as one by the app', () => {
  for (const path of ['/login', '/login/session'])
    expect(rankOf(path, { method: 'POST', headers: {} })).toBe('essential');
  expect(rankOf('/contact', { method: 'POST', headers: {} })).toBe('visitor');
});
