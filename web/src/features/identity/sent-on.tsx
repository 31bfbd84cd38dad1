import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAppearance, useSession } from '#lib/session.ts';
import { CentredSpinner } from '#ui/spinner.tsx';
import { returnPath, useSignInState } from './return-path.ts';

/** A screen for people who are not signed in. Whoever is, or just became so in whichever tab, is sent on. */
export function SentOnIfSignedIn({ children }: { children: ReactNode }) {
  const { status, failed } = useSession();
  const { signedIn } = useAppearance();
  const { from } = useSignInState();
  if (status === 'in') return <Navigate to={returnPath(from, location.origin)} replace />;
  // Most likely somebody is signed in: the form would only flash by.
  if (status === 'checking' && signedIn && !failed) return <CentredSpinner />;
  return children;
}
