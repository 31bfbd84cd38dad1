import { expect, test } from 'vitest';
import { isAppStart, isArtwork, isOfflinePage, isPage, isPlayer } from './addresses.ts';

const at = (path: string) => new URL(path, 'https://lakou.example');

test('public pages are cached, with their page number and search', () => {
  for (const path of [
    '/',
    '/categories/drama?page=2',
    '/films?q=leta&genre=Drama',
    '/series/1',
    '/faq?lang=ht',
  ])
    expect(isPage(at(path)), path).toBe(true);
});

test('services, files, the admin area, payments and players are not cached', () => {
  for (const path of [
    '/auth/v1/verify?token=1',
    '/rest/v1/movies',
    '/storage/v1/object/public/artwork/a.avif',
    '/_mail',
    '/admin/movies',
    '/payment-success?id=1',
    '/reset-password',
    '/watch/movie/1',
    '/stream/1/v145/00000.m4s',
    '/sitemap.xml',
    '/status?lang=ht',
  ])
    expect(isPage(at(path)), path).toBe(false);
});

test('a page whose address has a code from an email is not cached', () => {
  expect(isPage(at('/?code=secret'))).toBe(false);
  expect(isPage(at('/login?error_description=expired'))).toBe(false);
});

test('posters and banners are artwork; films, trailers and portraits are not', () => {
  expect(isArtwork(at('/storage/v1/render/image/public/artwork/posters/a.avif?width=320'))).toBe(true);
  expect(isArtwork(at('/storage/v1/object/public/banners/strip.png'))).toBe(true);
  expect(isArtwork(at('/storage/v1/object/public/artwork/trailers/a.mp4'))).toBe(false);
  expect(isArtwork(at('/storage/v1/object/public/profile-images/a.webp'))).toBe(false);
  expect(isArtwork(at('/storage/v1/object/sign/movies/a.mp4'))).toBe(false);
});

test('the pages for downloads are kept apart, one document for every film', () => {
  for (const path of ['/downloads', '/downloads/watch?id=1']) {
    expect(isOfflinePage(at(path)), path).toBe(true);
    expect(isPage(at(path)), path).toBe(false);
  }
  expect(isOfflinePage(at('/downloads/other'))).toBe(false);
});

test('the installed app starts at an address of its own', () => {
  expect(isAppStart(at('/?app=yes'))).toBe(true);
  expect(isAppStart(at('/'))).toBe(false);
  expect(isAppStart(at('/films?app=yes'))).toBe(false);
});

test('a film plays at the players’ addresses alone', () => {
  for (const path of ['/watch/movie/1', '/watch/episode/1?t=5', '/downloads/watch?id=1'])
    expect(isPlayer(at(path)), path).toBe(true);
  for (const path of ['/', '/downloads', '/films/1', '/watchlist'])
    expect(isPlayer(at(path)), path).toBe(false);
});
