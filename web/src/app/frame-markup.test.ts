import type { PublicSettings } from '@lakou/contract/public-settings';
import { loadMessages } from '@lakou/contract/translate';
import { expect, test } from 'vitest';
import { frameMarkup } from './frame-markup.tsx';

const messages = await loadMessages('en');

const frameAt = (path: string, signedIn: boolean) =>
  frameMarkup(path, {
    settings: { social: {}, stores: {}, languages: ['en'] } as unknown as PublicSettings,
    language: 'en',
    messages,
    theme: 'dark',
    savesData: false,
    hint: { signedIn, admin: false, subscribed: false },
  });

/** The links that the header and the bar of phones mark as the current page. */
function marked(path: string, signedIn: boolean): string[][] {
  const { header, footer } = frameAt(path, signedIn);
  return [header, footer].map((html) =>
    Array.from(html.matchAll(/<a[^>]*>/g), ([tag]) => tag)
      .filter((tag) => tag.includes('aria-current="page"'))
      .map((tag) => /href="([^"]+)"/.exec(tag)?.[1] ?? ''),
  );
}

test.each([
  ['/', false, ['/'], ['/']],
  ['/forum/topic/1', false, [], ['/forum']],
  ['/forum/topic/1', true, ['/forum'], ['/forum']],
  ['/login', false, ['/login'], ['/login']],
  ['/watchlist', true, [], ['/watchlist']],
  ['/profile', true, [], ['/profile']],
  ['/profile/somebody-else', true, [], []],
  ['/categories', false, ['/categories'], []],
  ['/payment', true, [], []],
])('at %s (signed in: %s) the header marks %j and the bar %j', (path, signedIn, header, bar) => {
  expect(marked(path, signedIn)).toEqual([header, bar]);
});

test('pages that mark nothing share one frame', () => {
  expect(frameAt('/faq', true)).toBe(frameAt('/terms', true));
  expect(frameAt('/payment', true).footer).not.toContain('bottom-navigation');
});
