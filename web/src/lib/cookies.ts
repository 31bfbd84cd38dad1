/** What browser and server both need before a page can be rendered. None of it is secret. */
const names = {
  language: 'lakou-language',
  theme: 'lakou-theme',
  /** `tv` or `window`, where somebody chose: see television/layout.ts. */
  layout: 'lakou-layout',
  /** Which header to render until the session is known: see SessionHint. */
  hint: 'lakou-hint',
  /** Lives as long as the browser: see stored-session.ts. */
  open: 'lakou-open',
  /** The stylesheet that this browser has cached: see first-visit.ts. */
  styles: 'lakou-styles',
  /** A member has watched something: home reserves space for 'Continue watching'. */
  watching: 'lakou-watching',
  /** The viewer chose to save data: pages have small pictures, and home starts the app when it is used. */
  saver: 'lakou-saver',
} as const;
type Cookie = keyof typeof names;

const A_YEAR = 365 * 24 * 3600;

export function readCookie(cookie: Cookie, header: string): string | undefined {
  const start = `${names[cookie]}=`;
  const entry = header.split(/;\s*/).find((part) => part.startsWith(start));
  return entry === undefined ? undefined : decode(entry.slice(start.length));
}

/** The Cookie header with these values. */
export function cookieHeader(values: { [name in Cookie]?: string | undefined }): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${names[name as Cookie]}=${encodeURIComponent(value)}`,
    )
    .join('; ');
}

export function writeCookie(cookie: Cookie, value: string, { untilBrowserEnds = false } = {}): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const age = untilBrowserEnds ? '' : `; Max-Age=${A_YEAR}`;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = `${names[cookie]}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`;
}

export function removeCookie(cookie: Cookie): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above.
  document.cookie = `${names[cookie]}=; Path=/; SameSite=Lax; Max-Age=0`;
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
