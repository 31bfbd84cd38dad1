import { readEarlyWatchlist } from './read-early-watchlist.ts';

/** Runs in the document of `/watchlist`, before the app: see lib/inline-scripts.ts. */
const data = JSON.parse(document.getElementById('hydration-data')?.textContent ?? '{}') as {
  settings?: { anonKey: string };
};
globalThis.earlyRead = readEarlyWatchlist(data.settings?.anonKey ?? '');
