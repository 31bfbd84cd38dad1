/** The worker's caches and their sizes; the oldest entries are removed first. */
export const PAGES = { name: 'lakou-pages', maxEntries: 60 };
/** File names contain a hash of their content, so entries never become stale; old ones stay while there is space. */
export const ASSETS = { name: 'lakou-assets', maxEntries: 300 };
export const ARTWORK = { name: 'lakou-artwork', maxEntries: 200 };

export type WorkerCache = typeof PAGES;

export async function findCached({ name }: WorkerCache, url: string): Promise<Response | undefined> {
  // A cache belongs to one reader, so headers do not matter.
  return (await caches.open(name)).match(url, { ignoreVary: true });
}

export async function store(target: WorkerCache, url: string, response: Response): Promise<void> {
  const cache = await caches.open(target.name);
  // Deleted first, so that the order of entries is the order of use.
  await cache.delete(url, { ignoreVary: true });
  await cache.put(url, response);
  const urls = await cache.keys();
  await Promise.all(
    urls.slice(0, Math.max(0, urls.length - target.maxEntries)).map((old) => cache.delete(old)),
  );
}

/** Only complete responses of this site without `no-store`. */
export function isCacheable({ status, type, redirected, headers }: Response): boolean {
  const isForbidden = /no-store/.test(headers.get('cache-control') ?? '');
  return status === 200 && type === 'basic' && !redirected && !isForbidden;
}

/** The server sends another size of a picture while it makes the wanted one; older copies have `no-cache` instead. */
export function isStandIn({ headers }: Response): boolean {
  return headers.has('x-stand-in') || /no-cache/.test(headers.get('cache-control') ?? '');
}
