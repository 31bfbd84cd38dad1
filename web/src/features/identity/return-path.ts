import { useLocation } from 'react-router';
import { withoutLanding } from '#lib/landing.ts';

/** What a page leaves for the sign-in screens, in the state of the navigation. */
export interface SignInState {
  /** The page that asked for it. */
  from?: string;
  /** Known already: nobody types it twice. */
  email?: string;
  /** A mail has been sent there, whose link is to be followed first. */
  mailed?: boolean;
}

export function useSignInState(): SignInState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as SignInState) : {};
}

/** Where to go after signing in: back to the page that asked for it, if it is one of this house, else home. */
export function returnPath(from: unknown, origin: string): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  const address = new URL(from, origin);
  if (address.origin !== origin || DOORS.has(address.pathname)) return '/';
  return withoutLanding(address);
}

const DOORS = new Set(['/login', '/register', '/reset-password']);
