import { useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { recheckSession, useIsProbableMember, useSession } from '#lib/session.ts';
import { SignInRedirect } from '#lib/sign-in.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { NeedsScript } from '#ui/needs-script.tsx';
import { CheckFailed } from './check-failed.tsx';

/**
 * Pages for members. During the check a probable member sees the page's public content, and everybody else a spinner;
 * then follows the page or the redirect to sign in. Until there is a user, pages read and offer nothing personal.
 */
export default function SignedIn() {
  const { status, failed } = useSession();
  const isProbableMember = useIsProbableMember();
  const wasSignedIn = useWasAdmitted(status === 'in');
  // Without JavaScript a member's own pages stay placeholders; these have something to read.
  const { pathname } = useLocation();
  const hasPublicContent = /^\/(?:films|subscribe|watchlist|profile)/.test(pathname);
  if (failed) return <CheckFailed retry={recheckSession} />;
  if (status === 'in' || isProbableMember)
    return (
      <>
        {isProbableMember && !pathname.startsWith('/films') && <NeedsScript />}
        <div className={hasPublicContent ? 'contents' : 'contents noscript:hidden'}>
          <Outlet />
        </div>
      </>
    );
  return status === 'checking' ? <CentredSpinner /> : <GuardRedirect wasAdmitted={wasSignedIn} />;
}

/** Whether this guard has admitted the member before. */
export function useWasAdmitted(isAdmitted: boolean): boolean {
  const [wasAdmitted, setWasAdmitted] = useState(false);
  if (isAdmitted && !wasAdmitted) setWasAdmitted(true);
  return wasAdmitted;
}

/** After a sign-out by the member there is neither a message nor a way back to this page. */
export function GuardRedirect({ wasAdmitted }: { wasAdmitted: boolean }) {
  const { pathname } = useLocation();
  const { ended, needsSecondFactor } = useSession();
  if (wasAdmitted && !ended && !needsSecondFactor) return <Navigate to="/login" replace />;
  const isProfile = pathname === '/profile';
  return (
    <SignInRedirect reason={ended && isProfile ? 'shell.login_to_view_profile' : 'shell.login_required'} />
  );
}
