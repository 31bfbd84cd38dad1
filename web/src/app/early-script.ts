import watchlist from '#features/catalogue/watchlist/watchlist-script.ts?script';
import payment from '#features/commerce/checkout/early/payment-script.ts?script';
import profile from '#features/identity/profile/profile-script.ts?script';
import start from '#features/playback/start/start-script.ts?script';

/** For the server: a script that begins to play before the rest of the page has come. */
export function filmScript(pathname: string): string | undefined {
  return pathname.startsWith('/watch/') ? start : undefined;
}

/** For the server: a script that runs before the app. It shows what is a member's own, or takes a payment. */
export function earlyScript(pathname: string, isMember: boolean): string | undefined {
  if (pathname === '/payment') return payment;
  if (!isMember) return undefined;
  return { '/watchlist': watchlist, '/profile': profile }[pathname];
}
