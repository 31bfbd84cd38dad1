import { fetchRaw } from './bare.ts';
import { type Page, visitedPages } from './page-list.ts';
import type { Side, Sides } from './servers.ts';
import { table } from './table.ts';

const pages: Page[] = [...visitedPages, { name: 'sign-in', path: '/login' }, { name: 'FAQ', path: '/faq' }];

/** How large the documents are for somebody who comes for the first time. */
export async function measureSizes({ before, now }: Sides): Promise<string> {
  const rows: string[][] = [];
  for (const { name, path } of pages) {
    const [old, ours] = [await sizeOf(before, path), await sizeOf(now, path)];
    const pairs = (['document', 'styles', 'compressed'] as const).flatMap((part) => [old[part], ours[part]]);
    rows.push([name, ...pairs.map((bytes) => (bytes / 1024).toFixed(1))]);
  }
  const head = ['page', 'document before, KB', 'now', 'inlined styles before, KB', 'now'];
  return table([...head, 'compressed before, KB', 'now'], rows);
}

async function sizeOf(
  { url }: Side,
  path: string,
): Promise<Record<'document' | 'styles' | 'compressed', number>> {
  const html = Buffer.from((await fetchRaw(url + path, {})).body).toString();
  const styles = Array.from(html.matchAll(/<style[^>]*>(.*?)<\/style>/gs), ([, css = '']) => css).join('');
  return {
    document: Buffer.byteLength(html),
    styles: Buffer.byteLength(styles),
    compressed: (await fetchRaw(url + path, { 'accept-encoding': 'br' })).body.length,
  };
}
