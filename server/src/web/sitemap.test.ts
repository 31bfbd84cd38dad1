import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

/** Spread over all ids, as random ones are. */
function idOf(n: number): string {
  const digits = createHash('md5').update(String(n)).digest('hex');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** A Data API with so many films, no series, and two categories. */
function sourceWith(films: number) {
  const ids = Array.from({ length: films }, (_, n) => idOf(n)).sort();
  return {
    url: 'https://lakou.example',
    async fetchData(request: Request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/movie_categories'))
        return Response.json([{ name: "Rock 'n' roll" }, { name: 'Drama' }]);
      if (pathname.endsWith('/rpc/count_titles'))
        return Response.json(searchParams.get('of_kind') === 'movie' ? films : 0);
      const all = pathname.endsWith('/movies') ? ids : [];
      const [from = '', last = ''] = searchParams.getAll('id').map((text) => text.replace(/^[a-z]+\./, ''));
      const isAfter = searchParams.getAll('id')[0]?.startsWith('gt.');
      const rows = all
        .filter((id) => (isAfter ? id > from : id >= from) && id <= last)
        .slice(0, Number(searchParams.get('limit')))
        .map((id) => ({ id, title: 'Lè solèy', updated_at: '2026-11-15T08:00:00+00:00' }));
      return Response.json(rows);
    },
  };
}

const addresses = (text: string | undefined) =>
  [...(text ?? '').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, at]) => at);

test('a catalogue of three films has one part for pages and one for films', async () => {
  expect(addresses(await sitemap('/sitemap.xml', sourceWith(3)))).toEqual([
    'https://lakou.example/sitemap-pages.xml',
    'https://lakou.example/sitemap-movies-1-of-1.xml',
  ]);
  const films = await sitemap('/sitemap-movies-1-of-1.xml', sourceWith(3));
  expect(addresses(films)).toHaveLength(3);
  expect(films).toContain(
    `<loc>https://lakou.example/titles/${idOf(2)}/le-soley</loc><lastmod>2026-11-15</lastmod>`,
  );
});

test('a large catalogue is split into small parts, no film left out, none twice', async () => {
  const source = sourceWith(5_001);
  const parts = addresses(await sitemap('/sitemap.xml', source)).slice(1);
  expect(parts).toHaveLength(16);
  const found: (string | undefined)[] = [];
  for (const part of parts) found.push(...addresses(await sitemap(new URL(part ?? '').pathname, source)));
  expect(found).toHaveLength(5_001);
  expect(new Set(found).size).toBe(5_001);
});

test('a part that has more titles than the Data API gives at once has all of them', async () => {
  const source = sourceWith(2_500);
  const halves = [1, 2, 3, 4].map((part) => sitemap(`/sitemap-movies-${part}-of-4.xml`, source));
  expect((await Promise.all(halves)).flatMap(addresses)).toHaveLength(2_500);
});

test('a part that does not exist is missing, not empty, and nobody can have a whole catalogue in one', async () => {
  for (const path of [
    '/sitemap-movies-2-of-1.xml',
    '/sitemap-series-1-of-1.xml',
    '/sitemap-movies-0-of-1.xml',
    '/sitemap-movies-1-of-3.xml',
    '/sitemap-users.xml',
  ])
    expect(await sitemap(path, sourceWith(3))).toBeUndefined();
  expect(await sitemap('/sitemap-movies-1-of-1.xml', sourceWith(5_001))).toBeUndefined();
});

test('the name of a category is safe in an address and in XML', async () => {
  const pages = await sitemap('/sitemap-pages.xml', sourceWith(0));
  expect(pages).toContain('/categories/rock%20&apos;n&apos;%20roll<');
});
