import { returnPath } from '@lakou/contract/identity/return-path';
import { useLocation } from 'react-router';
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
