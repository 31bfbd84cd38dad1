import { anonKeyOfPage } from '#lib/read-early.ts';
import { readEarlyWatchlist } from './read-early-watchlist.ts';

/** Runs in the document of `/watchlist`, before the app: see lib/inline-scripts.ts. */
globalThis.earlyRead = readEarlyWatchlist(anonKeyOfPage());
