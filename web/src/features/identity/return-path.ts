import { useLocation } from 'react-router';
import { withoutAuthParams } from '#lib/auth-redirect.ts';
import { useHydrated } from '#lib/use-hydrated.ts';

/** Navigation state for the sign-in screens. */
export interface SignInState {
  /** The page to go on to: a path of this site, not checked. */
  from?: string;
  /** Prefills the form. */
  email?: string;
  /** A confirmation email was sent there; its link must be opened first. */
  confirmationSent?: boolean;
}

/** From the navigation, or from `?next=` in links that work before the page is hydrated. */
export function useSignInState(): SignInState {
  const { state, search } = useLocation();
  const known = typeof state === 'object' && state !== null ? (state as SignInState) : {};
  const from = known.from ?? new URLSearchParams(search).get('next');
  return from ? { ...known, from } : known;
}

/** Where a sign-in or registration leads on to. Undefined on the server, and where nothing was asked for. */
export function useWayOn(): string | undefined {
  const { from } = useSignInState();
  const hydrated = useHydrated();
  return hydrated && from ? returnPath(from, location.origin) : undefined;
}

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
