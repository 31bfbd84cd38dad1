import stylesheet from '#styles/app.css?url';
import { readCookie, writeCookie } from './cookies.ts';

/** Fetches for the next visit what came inside of this page, and lets the server know: see first-visit.ts. */
export async function keepStyles(): Promise<void> {
  if (readCookie('kept', document.cookie) === stylesheet) return;
  const answer = await fetch(stylesheet).catch(() => undefined);
  if (answer?.ok) writeCookie('kept', stylesheet);
}
