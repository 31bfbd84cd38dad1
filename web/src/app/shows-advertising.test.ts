import { expect, test } from 'vitest';
import { showsAdvertising } from './shows-advertising.ts';

test.each([
  '/',
  '/films',
  '/films/1',
  '/series/1',
  '/categories/drama',
  '/forum',
  '/faq',
  '/payments',
  '/profile/1',
])('%s has the strip of banners', (pathname) => {
  expect(showsAdvertising(pathname)).toBe(true);
});

test.each([
  '/admin',
  '/gift',
  '/redeem',
  '/data-use',
  '/agent',
  '/admin/movies/new',
  '/payment',
  '/payment-success',
  '/account',
  '/profile',
  '/purchases',
  '/purchases/12',
  '/forum/topic/1',
  '/forum/topic/1.data',
])('%s has no strip of banners', (pathname) => {
  expect(showsAdvertising(pathname)).toBe(false);
});
