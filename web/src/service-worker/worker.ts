import { storeFetched } from '#features/playback/downloads/store-fetched.ts';
import {
  isAppStart,
  isArtwork,
  isAsset,
  isOfflinePage,
  isPage,
  isPlayer,
  OFFLINE_PAGES,
} from './addresses.ts';
import { isFilmCache } from './film-caches.ts';
import {
  cacheOfflineApp,
  findInOfflineApp,
  hasDownloads,
  hasOfflineApp,
  isBuiltFile,
  OFFLINE_APP,
} from './offline-app.ts';
import {
  ARTWORK,
  ASSETS,
  findCached,
  isCacheable,
  isStandIn,
  PAGES,
  store,
  type WorkerCache,
} from './worker-caches.ts';
import type { WorkerRequest } from './worker-request.ts';
import type { BackgroundFetchEndEvent, FetchEvent, WorkerScope } from './worker-scope.ts';

declare const self: WorkerScope;
/** Set by the build, so that every build has its own worker. */
declare const __BUILD__: string;

/**
 * Pages come from the network first, and from the cache without one, so that nobody stays on an old version. See
 * docs/decisions/0014-service-worker.md.
 */
const SHELL = `lakou-shell-${__BUILD__}`;
const OFFLINE_PAGE = '/offline';
/** How long to wait for the network before a cached page is shown. */
const MAX_WAIT_MS = 4000;
/** The Accept header of browsers for images, so that their own cache is hit. */
const IMAGE_ACCEPT = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
/** Artwork younger than this is not fetched again. */
const FRESH_MS = 3_600_000;

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(takeOver));
});

/** At once, but not while a film plays: its player may still need a file of the previous version. */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!pages.some(({ url }) => isPlayer(new URL(url)))) await self.skipWaiting();
}

async function cacheShell(): Promise<void> {
  await (await caches.open(SHELL)).add(new Request(OFFLINE_PAGE, { cache: 'reload' }));
  // Otherwise this build would take the place of one that opens without a network.
  if (await hasDownloads()) await cacheOfflineApp();
}

self.addEventListener('activate', (event) => {
  event.waitUntil(
    Promise.all([deleteOldCaches(), self.registration.navigationPreload?.enable(), self.clients.claim()]),
  );
});

async function deleteOldCaches(): Promise<void> {
  const inUse = new Set([SHELL, OFFLINE_APP, PAGES.name, ASSETS.name, ARTWORK.name]);
  const isOld = (name: string) => name.startsWith('lakou-') && !inUse.has(name) && !isFilmCache(name);
  const old = (await caches.keys()).filter(isOld);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOwn = url.origin === self.location.origin && request.method === 'GET';
  if (!isOwn || request.headers.has('authorization') || request.headers.has('range')) return;
  if (request.mode === 'navigate') event.respondWith(respondToNavigation(event, url));
  else if (isAsset(url)) event.respondWith(respondToAsset(event));
  else if (request.destination === 'image' && isArtwork(url)) event.respondWith(respondToArtwork(event));
});

async function respondToNavigation(event: FetchEvent, asked: URL): Promise<Response> {
  // The preloaded response is used, never a second request: a link from an email works once.
  const arriving = event.preloadResponse.then((early) => early ?? fetch(event.request)).then(rejectError);
  if (isOfflinePage(asked)) return respondWithOfflineApp(arriving, asked);
  const url = isAppStart(asked) ? new URL('/', asked) : asked;
  if (!isPage(url)) return arriving.catch(offlinePage);
  const stored = arriving.then((response) => storeCopy(event, PAGES, response, url.href));
  const cached = await findCached(PAGES, url.href);
  const withoutNetwork = isAppStart(asked) ? startOffline : offlinePage;
  if (!cached) return stored.catch(withoutNetwork);
  event.waitUntil(stored.catch(() => {}));
  const timeout = new Promise<Response>((resolve) => setTimeout(resolve, MAX_WAIT_MS, cached));
  return Promise.race([stored, timeout]).catch(() => (isAppStart(asked) ? startOffline() : cached));
}

/** The network first, as for other pages; without one, or with a silent one, what was prepared. */
async function respondWithOfflineApp(arriving: Promise<Response>, url: URL): Promise<Response> {
  const prepared = await findInOfflineApp(url);
  if (!prepared) return arriving.catch(offlinePage);
  const timeout = new Promise<Response>((resolve) => setTimeout(resolve, MAX_WAIT_MS, prepared));
  return Promise.race([arriving, timeout]).catch(() => prepared);
}

/** The installed app opens without a network at what can be watched, else at home as it was last. */
async function startOffline(): Promise<Response> {
  if (await hasDownloads()) return Response.redirect(OFFLINE_PAGES[0] ?? '/', 302);
  return (await findCached(PAGES, new URL('/', self.location.href).href)) ?? offlinePage();
}

/** Without a network, the preloaded response fails in Chromium and is an error response in Firefox. */
function rejectError(response: Response): Response {
  if (response.type === 'error') throw new TypeError('no network');
  return response;
}

async function offlinePage(): Promise<Response> {
  return (await caches.match(OFFLINE_PAGE, { ignoreVary: true })) ?? Response.error();
}

async function respondToAsset(event: FetchEvent): Promise<Response> {
  const cached =
    (await findCached(ASSETS, event.request.url)) ?? (await findInOfflineApp(new URL(event.request.url)));
  return cached ?? storeCopy(event, ASSETS, await fetch(event.request));
}

/** From the cache at once, and refreshed in the background when it is not fresh. A stand-in is for offline only. */
async function respondToArtwork(event: FetchEvent): Promise<Response> {
  const cached = await findCached(ARTWORK, event.request.url);
  const fetchNow = () => fetch(event.request).then((response) => storeCopy(event, ARTWORK, response));
  if (!cached) return fetchNow();
  if (isStandIn(cached)) return fetchNow().catch(() => cached);
  const renderedAt = Date.parse(cached.headers.get('date') ?? '');
  if (Date.now() - renderedAt < FRESH_MS) return cached;
  const arriving = fetchNow();
  event.waitUntil(arriving.catch(() => {}));
  return cached;
}

/** Caches a copy while the response is delivered. */
function storeCopy(
  event: FetchEvent,
  cache: WorkerCache,
  response: Response,
  url = event.request.url,
): Response {
  if (isCacheable(response)) event.waitUntil(store(cache, url, response.clone()));
  return response;
}

// Messages of pages: see register-worker.ts.
self.addEventListener('message', (event) => {
  const { cacheUrls, clearPages, prepareOffline, activate, hasFile } = event.data as WorkerRequest;
  if (hasFile) event.ports[0]?.postMessage(isBuiltFile(hasFile));
  if (activate) event.waitUntil(takeOver());
  if (prepareOffline) event.waitUntil(prepare(prepareOffline).catch(() => {}));
  if (clearPages) event.waitUntil(caches.delete(PAGES.name));
  if (cacheUrls)
    event.waitUntil(Promise.all(cacheUrls.map((url) => fetchAndStore(new URL(url)).catch(() => {}))));
});

async function prepare({ language, again }: NonNullable<WorkerRequest['prepareOffline']>): Promise<void> {
  if (again || !(await hasOfflineApp(language))) await cacheOfflineApp();
}

async function fetchAndStore(url: URL): Promise<void> {
  if (url.origin !== self.location.origin) return;
  const cache = isAsset(url) ? ASSETS : isArtwork(url) ? ARTWORK : isPage(url) ? PAGES : undefined;
  if (!cache) return;
  const cached = cache === PAGES ? undefined : await findCached(cache, url.href);
  if (cached && !isStandIn(cached)) return;
  const response = await fetch(url, cache === ARTWORK ? { headers: { accept: IMAGE_ACCEPT } } : {});
  if (isCacheable(response)) await store(cache, url.href, response);
}

// Downloads that the browser goes on with: see features/playback/downloads/background-fetch.ts.
const onEnd = (event: BackgroundFetchEndEvent): void => event.waitUntil(endBackgroundFetch(event));
self.addEventListener('backgroundfetchsuccess', onEnd);
self.addEventListener('backgroundfetchfail', onEnd);
self.addEventListener('backgroundfetchabort', onEnd);

async function endBackgroundFetch(event: BackgroundFetchEndEvent): Promise<void> {
  const title = await storeFetched(event.registration);
  if (title) await event.updateUI?.({ title });
}

self.addEventListener('backgroundfetchclick', (event) => event.waitUntil(showDownloads()));

async function showDownloads(): Promise<void> {
  const [page = '/'] = OFFLINE_PAGES;
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = open.find(({ url }) => new URL(url).pathname === page);
  await (shown ? shown.focus() : self.clients.openWindow(page));
}
