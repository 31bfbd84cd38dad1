import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { expect, test } from 'vitest';
import routes from '../routes.ts';
import { PAGED_ROUTES, pageVariant, SEARCH_ROUTE } from './page-variant.ts';

const STYLES = '/assets/app.css';
const variantOf = (path: string, headers: Record<string, string> = {}) =>
  pageVariant(new Request(`http://lakou.test${path}`, { headers }), STYLES);
const cookie = (text: string) => ({ cookie: text });

test('every route whose loader reads the query is declared, and no other', () => {
  const readsQuery = (entries: readonly RouteConfigEntry[], before: string): string[] =>
    entries.flatMap(({ path = '', file, children = [] }) => {
      const here = path ? `${before}/${path}` : before;
      const [loader = ''] =
        /export (async )?function loader[\s\S]*?\n}/.exec(readFileSync(join('web/src', file), 'utf8')) ?? [];
      return [...(loader.includes('searchParams') ? [here] : []), ...readsQuery(children, here)];
    });
  // What the server answers a sign-in form with: only the server writes it.
  const declared = [...PAGED_ROUTES, SEARCH_ROUTE, '/login'];
  expect(readsQuery(routes as RouteConfigEntry[], '').sort()).toEqual(declared.sort());
  for (const path of ['/login', '/login.data'])
    expect(variantOf(`${path}?posted={}&next=/films`).address).toBe(path);
});

test('a page differs by path, page, language, theme, header and cached styles', () => {
  const variants = [
    variantOf('/forum'),
    variantOf('/series'),
    variantOf('/forum?page=2'),
    variantOf('/forum?lang=fr'),
    variantOf('/forum', { 'accept-language': 'ht' }),
    variantOf('/forum', cookie('lakou-theme=light')),
    variantOf('/forum', cookie('lakou-hint=in')),
    variantOf('/forum', cookie('lakou-hint=in.admin')),
    variantOf('/forum', cookie('lakou-hint=in; lakou-watching=1')),
    variantOf('/forum', cookie(`lakou-styles=${encodeURIComponent(STYLES)}`)),
    variantOf('/forum', { 'save-data': 'on' }),
  ];
  expect(new Set(variants.map((variant) => JSON.stringify(variant))).size).toBe(variants.length);
});

test.each([
  ['/forum?x=1', {}],
  ['/forum?page=1', {}],
  ['/forum?page=-7', {}],
  ['/forum?page=x', {}],
  ['/forum?page=1.5', {}],
  ['/forum', cookie('lakou-theme=purple; lakou-open=1; other=2')],
  ['/forum', cookie('lakou-hint=admin.subscribed; lakou-watching=1')],
  ['/forum', cookie('lakou-styles=/assets/old.css')],
  ['/forum', { 'save-data': 'off' }],
  ['/forum', { 'save-data': 'yes, please' }],
  ['/forum', cookie('lakou-saver=0')],
  ['/forum', { 'accept-language': 'de, pt;q=0.5', authorization: 'Bearer x' }],
])('%s %j gets the same page as /forum', (path, headers) => {
  expect(variantOf(path, headers as Record<string, string>)).toEqual(variantOf('/forum'));
});

test('a list with filters is named by the values that are offered, in one order', () => {
  const addressOf = (path: string) => variantOf(path).address;
  expect(addressOf('/films?sort=best&decade=1980&access=free&page=2')).toBe(
    '/films?access=free&decade=1980&sort=best&page=2',
  );
  expect(addressOf('/films?genre=Drama')).toBe(addressOf('/films?x=1&genre=+DRAMA&access='));
  for (const nothing of [
    'access=stolen',
    'access=Free',
    'decade=1981',
    'sort=newest',
    'sort=price',
    'length=short%27',
    'sound=de',
    'captions=',
    'limit=5',
  ])
    expect(addressOf(`/films?${nothing}`)).toBe('/films');
  expect(addressOf(`/series?genre=${'x'.repeat(500)}`).length).toBeLessThan(80);
  for (const none of ['length=short', 'sort=shortest', 'q=x'])
    expect(addressOf(`/series?${none}`)).toBe('/series');
  expect(addressOf('/series?sound=fr')).toBe('/series?sound=fr');
  expect(addressOf('/forum?access=free')).toBe('/forum');
});

test('the forum is named by an order that is offered, before its page', () => {
  const addressOf = (path: string) => variantOf(path).address;
  expect(addressOf('/forum?page=2&sort=active&x=1')).toBe('/forum?sort=active&page=2');
  expect(addressOf('/forum/category/x?sort=discussed')).toBe('/forum/category/x?sort=discussed');
  for (const none of ['/forum?sort=newest', '/forum?sort=views', '/forum?sort='])
    expect(addressOf(none)).toBe('/forum');
  expect(addressOf('/forum/topic/x?sort=active')).toBe('/forum/topic/x');
});

test('a title keeps the language of its address, for the redirect to its name; no other page does', () => {
  const addressOf = (path: string) => variantOf(path).address;
  expect(addressOf('/titles/x?lang=fr&q=1')).toBe('/titles/x?lang=fr');
  expect(addressOf('/titles/x/name?lang=fr')).toBe('/titles/x/name?lang=fr');
  expect(addressOf('/titles/x?lang=de')).toBe('/titles/x');
  expect(addressOf('/forum?lang=fr')).toBe('/forum');
});

test('of a search the server learns that there are words, not which', () => {
  const searched = variantOf('/films?q=konpa');
  expect(searched.address).not.toContain('konpa');
  for (const other of ['/films?q=x&genre=y&page=3', '/films?q=*', '/films?access=free&q=y'])
    expect(variantOf(other)).toEqual(searched);
  expect(variantOf('/films?q=+&genre=')).toEqual(variantOf('/films'));
});

test('parameters of one page do not multiply another', () => {
  expect(variantOf('/faq?page=2')).toEqual(variantOf('/faq'));
  expect(variantOf('/forum?page=1e9')).toEqual(variantOf('/forum?page=10001'));
});

test('saving data is one more kind of page, for members and visitors', () => {
  const saved = variantOf('/', { 'save-data': 'on' });
  expect(variantOf('/', { 'save-data': ' On' })).toEqual(saved);
  expect(variantOf('/', cookie('lakou-saver=1'))).toEqual(saved);
  expect(variantOf('/', { 'save-data': 'on', ...cookie('lakou-saver=1') })).toEqual(saved);
  expect(variantOf('/').sharedCookie).not.toBe(saved.sharedCookie);
});

test('a page with somebody’s words is not kept, and has no more of them than the search reads', () => {
  expect(variantOf('/search?x=1')).toEqual(variantOf('/search'));
  expect(variantOf('/search').passing).toBeUndefined();
  const searched = variantOf('/search?q=+wout++m%C3%B2n+&page=3');
  expect(searched).toMatchObject({ address: '/search?q=wout+m%C3%B2n', passing: true });
  expect(variantOf(`/search?q=${'x'.repeat(5000)}`).address.length).toBeLessThan(120);
});

test('what another app shares leads to a title of ours or to a search, and nowhere else', () => {
  const id = 'f1000000-0000-4000-8000-000000000002';
  const toOf = (query: string) =>
    new URLSearchParams(variantOf(`/search?${query}`).address.split('?')[1]).get('to');
  expect(toOf(`text=${encodeURIComponent(`Look: https://lakou.example/titles/${id}/wout`)}`)).toBe(
    `/titles/${id}`,
  );
  expect(toOf(`url=${encodeURIComponent(`https://lakou.example/films/${id.toUpperCase()}`)}`)).toBe(
    `/titles/${id}`,
  );
  expect(toOf('title=Wout+Mon&url=https%3A%2F%2Fevil.example%2F')).toBe('/search?q=Wout+Mon');
  expect(toOf('to=https%3A%2F%2Fevil.example')).toBeNull();
  expect(toOf('url=https%3A%2F%2Fevil.example%2Ftitles%2Fx')).toBeNull();
  expect(variantOf('/search?to=/admin')).toEqual(variantOf('/search'));
});
