import { type NamedTitle, openTitlePath } from '@lakou/contract/catalogue/title-address';

/** About as many titles as one part has. Ids are random, so some parts have more. */
const TITLES_PER_PART = 500;
const MOST_PARTS = 4096;
/** As many rows as the Data API gives at once. */
const STEP = 1000;
/** The most addresses that one sitemap can have. */
const MOST = 50_000;

/** Pages that do not come from the database. */
const FIXED_PATHS = [
  '/',
  '/categories',
  '/series',
  '/forum',
  '/faq',
  '/contact',
  '/terms',
  '/privacy',
  '/accessibility',
];

/** The tables of titles, and their names for `count_titles`, which knows how many are published without counting. */
const COUNTED = { movies: 'movie', series: 'series' } as const;
type Kind = keyof typeof COUNTED;

export interface SitemapSource {
  /** The address people use, without a slash at the end. */
  url: string;
  /** The Data API as a visitor: nothing hidden can slip in. */
  fetchData(request: Request): Promise<Response>;
}

interface Page {
  path: string;
  changed?: string;
}

/**
 * `/sitemap.xml` lists the parts, and each part its pages: fixed pages and categories in one, the published films and
 * series in as many as their number needs. A part is a range of ids, so that one statement finds it by index. Undefined
 * where there is no such part.
 */
export async function sitemap(path: string, source: SitemapSource): Promise<string | undefined> {
  if (path === '/sitemap.xml') return listParts(source);
  if (path === '/sitemap-pages.xml')
    return listPages([...fixedPages(), ...(await categories(source))], source);
  const [, kind, part, of] = /^\/sitemap-(movies|series)-(\d{1,4})-of-(\d{1,4})\.xml$/.exec(path) ?? [];
  if (!kind || !(await hasPart(kind as Kind, Number(part), Number(of), source))) return undefined;
  return listPages(await titlesIn(kind as Kind, idsOf(Number(part), Number(of)), source), source);
}

/** Search engines come back with older addresses while the catalogue grows; far fewer parts would be too large. */
async function hasPart(kind: Kind, part: number, of: number, source: SitemapSource): Promise<boolean> {
  const parts = await countParts(kind, source);
  const isKnown = of === parts || of * 2 === parts || of === parts * 2;
  return isKnown && part >= 1 && part <= of;
}

/** A power of two, so that the ranges of more parts are halves of the ranges of fewer. */
async function countParts(kind: Kind, source: SitemapSource): Promise<number> {
  const answer = await fetchRows(source, `rpc/count_titles?of_kind=${COUNTED[kind]}`);
  const count = Number(await answer.json());
  if (count === 0) return 0;
  return Math.min(MOST_PARTS, 2 ** Math.ceil(Math.log2(Math.max(1, count / TITLES_PER_PART))));
}

/** The first and the last id of a part. */
function idsOf(part: number, of: number): { first: string; last: string } {
  const hex = (value: number) => value.toString(16).padStart(8, '0');
  const size = 2 ** 32 / of;
  return {
    first: `${hex((part - 1) * size)}-0000-0000-0000-000000000000`,
    last: `${hex(part * size - 1)}-ffff-ffff-ffff-ffffffffffff`,
  };
}

async function listParts(source: SitemapSource): Promise<string> {
  const parts = ['pages'];
  for (const kind of Object.keys(COUNTED)) {
    const count = await countParts(kind as Kind, source);
    for (let part = 1; part <= count; part += 1) parts.push(`${kind}-${part}-of-${count}`);
  }
  return xml(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${source.url}/sitemap-${part}.xml</loc></sitemap>`),
  );
}

function fixedPages(): Page[] {
  return FIXED_PATHS.map((path) => ({ path }));
}

async function categories(source: SitemapSource): Promise<Page[]> {
  const answer = await fetchRows(source, 'movie_categories?select=name&order=name');
  const rows = (await answer.json()) as { name: string }[];
  return rows.map(({ name }) => ({ path: `/categories/${encodeURIComponent(name.toLowerCase())}` }));
}

async function titlesIn(
  kind: Kind,
  { first, last }: { first: string; last: string },
  source: SitemapSource,
): Promise<Page[]> {
  const titles: Page[] = [];
  let from = `gte.${first}`;
  while (titles.length < MOST) {
    const range = `id=${from}&id=lte.${last}`;
    const query = `${kind}?select=id,title,updated_at&published=is.true&${range}&order=id&limit=${STEP}`;
    const rows = (await (await fetchRows(source, query)).json()) as (NamedTitle & { updated_at: string })[];
    for (const row of rows) titles.push({ path: openTitlePath(row), changed: row.updated_at });
    if (rows.length < STEP) break;
    from = `gt.${rows.at(-1)?.id}`;
  }
  return titles;
}

async function fetchRows({ url, fetchData }: SitemapSource, query: string): Promise<Response> {
  const answer = await fetchData(new Request(`${url}/rest/v1/${query}`));
  if (!answer.ok) throw new Error(`the Data API did not answer for the sitemap: ${await answer.text()}`);
  return answer;
}

function listPages(pages: readonly Page[], { url }: SitemapSource): string {
  return xml(
    'urlset',
    pages.map(({ path, changed }) => {
      const when = changed ? `<lastmod>${changed.slice(0, 10)}</lastmod>` : '';
      return `<url><loc>${escaped(url + path)}</loc>${when}</url>`;
    }),
  );
}

function xml(root: string, entries: readonly string[]): string {
  const start = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return `${start}\n${entries.join('\n')}\n</${root}>\n`;
}

/** The characters that encodeURIComponent leaves and XML does not allow. */
function escaped(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll("'", '&apos;');
}
