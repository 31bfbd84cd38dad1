import { isArtwork, isAsset, isPage } from './addresses.ts';
import { ARTWORK, ASSETS, findKept, isKeepable, keep, PAGES } from './kept.ts';
import type { WorkerRequest } from './worker-request.ts';
import type { FetchEvent, WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;
/** Put in by the build: another build is another worker. */
declare const __BUILD__: string;

/**
 * Pages come from the network, and from what was kept of them where there is none; so nobody is ever held on an old
 * version. docs/decisions/0014-service-worker.md says why it is built like this.
 */
const SHELL = `lakou-shell-${__BUILD__}`;
const OFFLINE_PAGE = '/offline';
/** How long a network that says nothing is waited for while there is something to show. */
const PATIENCE_MS = 4000;
/** What browsers say when they ask for a picture: so that theirs is found in their own cache. */
const PICTURES = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
/** Artwork younger than this is not asked for again. */
const FRESH_MS = 3_600_000;

self.addEventListener('install', (event) => {
  event.waitUntil(stockShell().then(() => self.skipWaiting()));
});

async function stockShell(): Promise<void> {
  await (await caches.open(SHELL)).add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([tidyUp(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

async function tidyUp(): Promise<void> {
  const inUse = new Set([SHELL, PAGES.name, ASSETS.name, ARTWORK.name]);
  const old = (await caches.keys()).filter((name) => name.startsWith('lakou-') && !inUse.has(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const own = url.origin === self.location.origin && request.method === 'GET';
  if (!own || request.headers.has('authorization') || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(visit(event, url));
  else if (isAsset(url)) event.respondWith(asset(event));
  else if (request.destination === 'image' && isArtwork(url)) event.respondWith(artwork(event));
});

async function visit(event: FetchEvent, url: URL): Promise<Response> {
  // What the browser has already asked for is not asked twice: a link from a mail works once.
  const arriving = event.preloadResponse.then((early) => early ?? fetch(event.request));
  if (!isPage(url)) return arriving.catch(offlinePage);
  const seen = arriving.then((answer) => noted(event, PAGES, answer));
  const kept = await findKept(PAGES, url.href);
  if (!kept) return seen.catch(offlinePage);
  event.waitUntil(seen.catch(() => {}));
  const waited = new Promise<Response>((resolve) => setTimeout(resolve, PATIENCE_MS, kept));
  return Promise.race([seen, waited]).catch(() => kept);
}

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE_PAGE, { ignoreVary: true })) ?? Response.error();
}

async function asset(event: FetchEvent): Promise<Response> {
  const kept = await findKept(ASSETS, event.request.url);
  return kept ?? noted(event, ASSETS, await fetch(event.request));
}

/** What is kept is shown at once, and asked for again behind it when it is no longer young. */
async function artwork(event: FetchEvent): Promise<Response> {
  const kept = await findKept(ARTWORK, event.request.url);
  const drawn = Date.parse(kept?.headers.get('date') ?? '');
  if (kept && Date.now() - drawn < FRESH_MS) return kept;
  const arriving = fetch(event.request).then((answer) => noted(event, ARTWORK, answer));
  if (!kept) return arriving;
  event.waitUntil(arriving.catch(() => {}));
  return kept;
}

/** Puts a copy aside while the answer goes on its way. */
function noted(event: FetchEvent, shelf: typeof PAGES, answer: Response): Response {
  if (isKeepable(answer)) event.waitUntil(keep(shelf, event.request.url, answer.clone()));
  return answer;
}

// What pages ask of the worker: see stay-offline.ts.
self.addEventListener('message', (event) => {
  const { keep: addresses, forget } = event.data as WorkerRequest;
  if (forget) event.waitUntil(caches.delete(PAGES.name));
  if (addresses)
    event.waitUntil(Promise.all(addresses.map((address) => stock(new URL(address)).catch(() => {}))));
});

async function stock(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return;
  const shelf = isAsset(url) ? ASSETS : isArtwork(url) ? ARTWORK : isPage(url) ? PAGES : undefined;
  if (!shelf || (shelf !== PAGES && (await findKept(shelf, url.href)))) return;
  const answer = await fetch(url, shelf === ARTWORK ? { headers: { accept: PICTURES } } : {});
  if (isKeepable(answer)) await keep(shelf, url.href, answer);
}
