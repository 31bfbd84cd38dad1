import { withoutAuthParams } from './auth-redirect.ts';

/** Where to go after signing in: back to a page of this site other than the sign-in pages, else home. */
export function returnPath(from: unknown, origin: string): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  const address = new URL(from, origin);
  // `/.//elsewhere` becomes `//elsewhere`, which is another site.
  if (address.origin !== origin || address.pathname.startsWith('//')) return '/';
  if (AUTH_PATHS.has(address.pathname)) return '/';
  return withoutAuthParams(address);
}

const AUTH_PATHS = new Set(['/login', '/register', '/reset-password', '/confirm', '/tv/sign-in']);
