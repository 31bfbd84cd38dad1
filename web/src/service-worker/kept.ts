/** What the worker keeps, and how much of it. Each is emptied from its oldest end. */
export const PAGES = { name: 'lakou-pages', most: 60 };
/** Named after their content, so they never grow wrong; those of older pages stay as long as there is room. */
export const ASSETS = { name: 'lakou-assets', most: 300 };
export const ARTWORK = { name: 'lakou-artwork', most: 200 };

type Shelf = typeof PAGES;

export async function findKept(shelf: Shelf, url: string): Promise<Response | undefined> {
  // The address alone decides: the same reader asks, whatever the headers.
  return (await caches.open(shelf.name)).match(url, { ignoreVary: true });
}

export async function keep(shelf: Shelf, url: string, answer: Response): Promise<void> {
  const cache = await caches.open(shelf.name);
  // Out and in again, so that what is oldest is what was not seen for longest.
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, answer);
  const urls = await cache.keys();
  await Promise.all(urls.slice(0, Math.max(0, urls.length - shelf.most)).map((old) => cache.delete(old)));
}

/** Only whole answers of our own that nobody forbade to keep. */
export function isKeepable({ status, type, redirected, headers }: Response): boolean {
  const forbidden = /no-store/.test(headers.get('cache-control') ?? '');
  return status === 200 && type === 'basic' && !redirected && !forbidden;
}
