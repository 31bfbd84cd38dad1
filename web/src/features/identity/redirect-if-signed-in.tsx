import { returnPath } from '@lakou/contract/identity/return-path';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { useAppearance, useSession } from '#lib/session.ts';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { useSignInState } from './return-path.ts';

interface RedirectIfSignedInProps {
  children: ReactNode;
  /** What members see without JavaScript. */
  plain?: ReactNode;
}

/** Wraps screens for signed-out visitors. Redirects as soon as a session exists, also from another tab. */
export function RedirectIfSignedIn({ children, plain }: RedirectIfSignedInProps) {
  const { status, failed } = useSession();
  const { signedIn } = useAppearance();
  const { from } = useSignInState();
  if (status === 'in') return <Navigate to={returnPath(from, location.origin)} replace />;
  // Probably signed in: the form would only flash.
  if (status === 'checking' && signedIn && !failed) return <CentredSpinner plain={plain} />;
  return children;
}
