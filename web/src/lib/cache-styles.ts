import stylesheet from '#styles/app.css?url';
import { readCookie, writeCookie } from './cookies.ts';

// In development lib/dev-styles.ts has the stylesheet, and its changes must not reload the page because of this address.
import.meta.hot?.accept('#styles/app.css?url', () => {});

/** Fetches the stylesheet that came inside this page for the next visit, and sets the cookie that tells the server. */
export async function cacheStyles(): Promise<void> {
  if (import.meta.env.DEV) return;
  if (readCookie('styles', document.cookie) === stylesheet) return;
  const response = await fetch(stylesheet).catch(() => undefined);
  if (response?.ok) writeCookie('styles', stylesheet);
}
