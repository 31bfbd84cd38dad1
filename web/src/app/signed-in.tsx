import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { recheckSession, type Session, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { CheckFailed } from './check-failed.tsx';

/** Pages for members: a spinner while we look, then the page or the way to sign in and back. */
export default function SignedIn() {
  const { status, failed } = useSession();
  const entered = useEntered(status);
  if (failed) return <CheckFailed retry={recheckSession} />;
  if (status === 'checking') return <CentredSpinner />;
  return status === 'in' ? <Outlet /> : <ToLogin entered={entered} />;
}

/** Whether this guard has let the reader in before. */
export function useEntered(status: Session['status']): boolean {
  const [entered, enter] = useState(false);
  if (status === 'in' && !entered) enter(true);
  return entered;
}

export function ToLogin({ entered }: { entered: boolean }) {
  const t = useTranslations();
  const { pathname, search, hash } = useLocation();
  const { ended, half } = useSession();
  const onProfile = pathname === '/profile';
  // Who was in and leaves by their own wish is neither reminded nor led back.
  const wished = entered && !ended && !half;
  useEffect(() => {
    if (wished) return;
    toast.error(t(ended && onProfile ? 'shell.login_to_view_profile' : 'shell.login_required'));
  }, [t, wished, ended, onProfile]);
  return <Navigate to="/login" replace state={wished ? null : { from: pathname + search + hash }} />;
}
