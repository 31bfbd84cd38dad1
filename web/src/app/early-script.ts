import watchlist from '#features/catalogue/watchlist/watchlist-script.ts?script';

const scripts = new Map([['/watchlist', watchlist]]);

/** For the server: a script that shows to a member what is their own on this page, before the app is there. */
export function earlyScript(pathname: string): string | undefined {
  return scripts.get(pathname);
}
