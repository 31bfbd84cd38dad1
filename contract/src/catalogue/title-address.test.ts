import { expect, test } from 'vitest';
import { openTitlePath, shareCardPath, slugOf } from './title-address.ts';

test.each([
  ['Machann Solèy', 'machann-soley'],
  ['L’Été à Jérémie: nœud & cœur', 'l-ete-a-jeremie-noeud-coeur'],
  ['  1804 !', '1804'],
  ['電影', ''],
  [
    'Yon tit ki long anpil anpil anpil anpil anpil anpil anpil anpil',
    'yon-tit-ki-long-anpil-anpil-anpil-anpil-anpil-anpil-anpil',
  ],
  ['a'.repeat(80), 'a'.repeat(60)],
])('writes %s as %s in an address', (title, slug) => {
  expect(slugOf(title)).toBe(slug);
});

test('a slug is the slug of itself, so that no address redirects twice', () => {
  for (const title of ['L’Été', 'Twa — kat', 'x'.repeat(90)])
    expect(slugOf(slugOf(title))).toBe(slugOf(title));
});

test('a title without Latin characters has an address without a slug', () => {
  expect(openTitlePath({ id: 'x', title: '電影' })).toBe('/titles/x');
  expect(openTitlePath({ id: 'x', title: 'Lè Solèy' })).toBe('/titles/x/le-soley');
});

test('the address of a shared picture changes with title and artwork', () => {
  const film = { id: 'x', title: 'Lè', banner_url: '/b.avif', thumbnail_url: null };
  const paths = [film, { ...film, title: 'Le' }, { ...film, banner_url: '/c.avif' }].map(shareCardPath);
  expect(new Set(paths).size).toBe(3);
  expect(shareCardPath({ ...film })).toBe(paths[0]);
  expect(paths[0]).toMatch(/^\/share\/x\.jpg\?v=[a-z0-9]+$/);
});
