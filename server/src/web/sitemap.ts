import { type NamedTitle, openTitlePath } from '@lakou/contract/catalogue/title-address';

/** The most that one sitemap can have; more titles go into several. */
const MOST = 50_000;
/** As many rows as the Data API gives at once. */
const STEP = 1000;

/** Pages that do not come from the database. */
const FIXED_PATHS = ['/', '/categories', '/series', '/forum', '/faq', '/contact', '/terms', '/privacy'];

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
 * series by the 50,000. Undefined where there is no such part.
 */
export async function sitemap(path: string, source: SitemapSource): Promise<string | undefined> {
  if (path === '/sitemap.xml') return listParts(source);
  if (path === '/sitemap-pages.xml')
    return listPages([...fixedPages(), ...(await categories(source))], source);
  const [, kind, part] = /^\/sitemap-(movies|series)-([1-9]\d{0,3})\.xml$/.exec(path) ?? [];
  if (!kind) return undefined;
  const titles = await titlesOf(kind as Kind, Number(part), source);
  return titles.length > 0 ? listPages(titles, source) : undefined;
}

async function listParts(source: SitemapSource): Promise<string> {
  const parts = ['pages'];
  for (const kind of Object.keys(COUNTED)) {
    const answer = await fetchRows(source, `rpc/count_titles?of_kind=${COUNTED[kind as Kind]}`);
    const count = Number(await answer.json());
    for (let part = 1; part <= Math.ceil(count / MOST); part += 1) parts.push(`${kind}-${part}`);
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

/** By id, so that most titles stay in their part when others are added or removed. */
async function titlesOf(kind: Kind, part: number, source: SitemapSource): Promise<Page[]> {
  const titles: Page[] = [];
  let from = `offset=${(part - 1) * MOST}`;
  while (titles.length < MOST) {
    const query = `${kind}?select=id,title,updated_at&published=is.true&order=id&limit=${STEP}&${from}`;
    const rows = (await (await fetchRows(source, query)).json()) as (NamedTitle & { updated_at: string })[];
    for (const row of rows) titles.push({ path: openTitlePath(row), changed: row.updated_at });
    if (rows.length < STEP) break;
    from = `id=gt.${rows.at(-1)?.id}`;
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
