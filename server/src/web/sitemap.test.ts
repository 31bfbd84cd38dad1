import { expect, test } from 'vitest';
import { sitemap } from './sitemap.ts';

/** A Data API with so many films, no series, and two categories. */
function sourceWith(films: number) {
  const ids = Array.from({ length: films }, (_, n) => String(n).padStart(6, '0'));
  return {
    url: 'https://lakou.example',
    async fetchData(request: Request): Promise<Response> {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname.endsWith('/movie_categories'))
        return Response.json([{ name: "Rock 'n' roll" }, { name: 'Drama' }]);
      if (pathname.endsWith('/rpc/count_titles'))
        return Response.json(searchParams.get('of_kind') === 'movie' ? films : 0);
      const all = pathname.endsWith('/movies') ? ids : [];
      const after = searchParams.get('id')?.replace('gt.', '');
      const start = after ? all.indexOf(after) + 1 : Number(searchParams.get('offset'));
      const rows = all
        .slice(start, start + Number(searchParams.get('limit')))
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
    'https://lakou.example/sitemap-movies-1.xml',
  ]);
  const films = await sitemap('/sitemap-movies-1.xml', sourceWith(3));
  expect(addresses(films)).toHaveLength(3);
  expect(films).toContain(
    '<loc>https://lakou.example/titles/000002/le-soley</loc><lastmod>2026-11-15</lastmod>',
  );
});

test('a catalogue of 100,001 films is split into parts of 50,000, none left out, none twice', async () => {
  const source = sourceWith(100_001);
  expect(addresses(await sitemap('/sitemap.xml', source))).toHaveLength(4);
  const parts = await Promise.all([1, 2, 3].map((part) => sitemap(`/sitemap-movies-${part}.xml`, source)));
  const found = parts.map(addresses);
  expect(found.map(({ length }) => length)).toEqual([50_000, 50_000, 1]);
  expect(new Set(found.flat()).size).toBe(100_001);
});

test('a part that does not exist is missing, not empty', async () => {
  for (const path of [
    '/sitemap-movies-2.xml',
    '/sitemap-series-1.xml',
    '/sitemap-movies-0.xml',
    '/sitemap-users.xml',
  ])
    expect(await sitemap(path, sourceWith(3))).toBeUndefined();
});

test('the name of a category is safe in an address and in XML', async () => {
  const pages = await sitemap('/sitemap-pages.xml', sourceWith(0));
  expect(pages).toContain('/categories/rock%20&apos;n&apos;%20roll<');
});
