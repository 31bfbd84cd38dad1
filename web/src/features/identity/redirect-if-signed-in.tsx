import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAppearance, useSession } from '#lib/session.ts';
import { CentredSpinner } from '#ui/spinner.tsx';
import { returnPath, useSignInState } from './return-path.ts';

/** Wraps screens for signed-out visitors. Redirects as soon as a session exists, also from another tab. */
export function RedirectIfSignedIn({ children }: { children: ReactNode }) {
  const { status, failed } = useSession();
  const { signedIn } = useAppearance();
  const { from } = useSignInState();
  if (status === 'in') return <Navigate to={returnPath(from, location.origin)} replace />;
  // Probably signed in: the form would only flash.
  if (status === 'checking' && signedIn && !failed) return <CentredSpinner />;
  return children;
}
