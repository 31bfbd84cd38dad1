import stylesheet from '#styles/app.css?url';
import { writeCookie } from './cookies.ts';

// In development lib/dev-styles.ts has the stylesheet, and its changes must not reload the page because of this address.
import.meta.hot?.accept('#styles/app.css?url', () => {});

/** Tells the server by a cookie that this browser has loaded the stylesheet, for the next visit. */
export function markStylesCached(): void {
  const addresses = Array.from(document.styleSheets, ({ href }) => href ?? '');
  if (addresses.some((address) => address.endsWith(stylesheet))) writeCookie('styles', stylesheet);
}
