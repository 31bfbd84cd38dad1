/** Services, files, and pages that are somebody's own business: always from the network, never kept. */
const NOT_KEPT =
  /^\/(?:(?:auth|rest|functions|storage|realtime)\/v1\/|_mail|admin|payment|reset-password|watch\/|[^/]*\.\w+$)/;

/** What may stand behind the address of a page that is kept. Links from mails carry other things. */
const HARMLESS = new Set(['page', 'q', 'genre', 'lang']);

/** Whether what was seen at this address may be shown again without the network. */
export function isPage({ pathname, searchParams }: URL): boolean {
  return !NOT_KEPT.test(pathname) && [...searchParams.keys()].every((name) => HARMLESS.has(name));
}

/** Built files carry the digest of their content in their name. */
export function isAsset({ pathname }: URL): boolean {
  return pathname.startsWith('/assets/');
}

/** Posters and banners, at whatever size; never a film or a trailer, and nobody's portrait. */
export function isArtwork({ pathname }: URL): boolean {
  return (
    /^\/storage\/v1\/(?:render\/image|object)\/public\/(?:artwork|banners)\//.test(pathname) &&
    !/\.(?:mp4|m4v|mov|webm|mkv)$/i.test(pathname)
  );
}
