import watchlist from '#features/catalogue/watchlist/watchlist-script.ts?script';
import payment from '#features/commerce/checkout/early/payment-script.ts?script';
import profile from '#features/identity/profile/profile-script.ts?script';
import start from '#features/playback/start/start-script.ts?script';

/** For the server: a script that runs before the app. It shows what is a member's own, takes a payment, or begins to play. */
export function earlyScript(pathname: string, isMember: boolean): string | undefined {
  if (pathname.startsWith('/watch/')) return start;
  if (pathname === '/payment') return payment;
  if (!isMember) return undefined;
  return { '/watchlist': watchlist, '/profile': profile }[pathname];
}
