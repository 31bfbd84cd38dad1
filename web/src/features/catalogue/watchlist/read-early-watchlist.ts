import { pageIn } from '#lib/address.ts';
import type { EarlyRead } from '#lib/early-read.ts';
import { freshToken, memberToken, storedUserId } from '#lib/stored-session.ts';
import { findEarlyElements } from './early-elements.ts';
import { showEarlyTitles, type WatchlistRow } from './show-early-titles.ts';
import { watchlistAddress } from './watchlist-request.ts';

/**
 * Requests and shows the own list as the app will. Undefined where the app has to decide what to show: nobody is signed in,
 * the token has to be renewed, the second factor is missing.
 */
export function readEarlyWatchlist(anonKey: string): EarlyRead | undefined {
  const elements = findEarlyElements();
  const viewer = storedUserId();
  const token = memberToken(freshToken());
  if (!elements || !viewer || !token) return undefined;
  const address = watchlistAddress(viewer, pageIn(new URLSearchParams(location.search)));
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'count=exact' };
  const response = fetch(location.origin + address, { headers });
  const show = async (): Promise<void> => {
    const answer = await response;
    if (answer.ok) await showEarlyTitles((await answer.clone().json()) as WatchlistRow[], elements);
  };
  // What fails here is reported by the app, which gets the same response.
  return { viewer, token, address, response, shown: show().catch(() => {}) };
}
