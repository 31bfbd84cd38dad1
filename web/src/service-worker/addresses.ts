/** Services, files and private pages: always from the network, never cached. */
const NOT_CACHED =
  /^\/(?:(?:auth|rest|functions|storage|realtime)\/v1\/|_mail|admin|payment|reset-password|confirm$|watch\/|stream\/|downloads|status$|[^/]*\.\w+$)/;

/** Query parameters of cacheable pages. Links from emails have others, such as codes. */
const CACHEABLE_PARAMS = new Set(['page', 'q', 'genre', 'lang']);

/** Whether the page at this address can be cached. */
export function isPage({ pathname, searchParams }: URL): boolean {
  return !NOT_CACHED.test(pathname) && [...searchParams.keys()].every((name) => CACHEABLE_PARAMS.has(name));
}

/** The pages that play downloads: kept whole, for as long as there are any. One document serves every film. */
export const OFFLINE_PAGES = ['/downloads', '/downloads/watch'];

export function isOfflinePage({ pathname }: URL): boolean {
  return OFFLINE_PAGES.includes(pathname);
}

/** Where films play, online and offline. */
export function isPlayer({ pathname }: URL): boolean {
  return pathname.startsWith('/watch/') || pathname === '/downloads/watch';
}

/** Where the installed app opens (server/src/web/manifest.ts); otherwise it is home. */
const APP_START = '/?app=yes';

export function isAppStart({ pathname, search }: URL): boolean {
  return pathname + search === APP_START;
}

/** Built files, whose names contain a hash of their content. */
export function isAsset({ pathname }: URL): boolean {
  return pathname.startsWith('/assets/');
}

/** Posters and banners in every size; no films, trailers or portraits. */
export function isArtwork({ pathname }: URL): boolean {
  return (
    /^\/storage\/v1\/(?:render\/image|object)\/public\/(?:artwork|banners)\//.test(pathname) &&
    !/\.(?:mp4|m4v|mov|webm|mkv)$/i.test(pathname)
  );
}
