import { pageIn } from '#lib/address.ts';
import type { EarlyRead } from '#lib/early-read.ts';
import { readEarly } from '#lib/read-early.ts';
import { findEarlyElements } from './early-elements.ts';
import { showEarlyTitles, type WatchlistRow } from './show-early-titles.ts';
import { watchlistAddress } from './watchlist-request.ts';

/** Requests and shows the own list before the app is there. */
export function readEarlyWatchlist(anonKey: string): EarlyRead | undefined {
  const elements = findEarlyElements();
  if (!elements) return undefined;
  return readEarly<WatchlistRow>(anonKey, {
    address: (viewer) => watchlistAddress(viewer, pageIn(new URLSearchParams(location.search))),
    headers: { prefer: 'count=exact' },
    show: (rows) => showEarlyTitles(rows, elements),
  });
}
