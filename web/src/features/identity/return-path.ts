import { useLocation } from 'react-router';
import { withoutAuthParams } from '#lib/auth-redirect.ts';

/** Navigation state for the sign-in screens. */
export interface SignInState {
  /** The page to return to. */
  from?: string;
  /** Prefills the form. */
  email?: string;
  /** A confirmation email was sent there; its link must be opened first. */
  confirmationSent?: boolean;
}

export function useSignInState(): SignInState {
  const { state } = useLocation();
  return typeof state === 'object' && state !== null ? (state as SignInState) : {};
}

/** Where to go after signing in: back to a page of this site other than the sign-in pages, else home. */
export function returnPath(from: unknown, origin: string): string {
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, origin)) return '/';
  const address = new URL(from, origin);
  if (address.origin !== origin || AUTH_PATHS.has(address.pathname)) return '/';
  return withoutAuthParams(address);
}

const AUTH_PATHS = new Set(['/login', '/register', '/reset-password', '/confirm']);
