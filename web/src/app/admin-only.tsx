import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { ApiError } from '#lib/api-error.ts';
import { recheckEntitlements, recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/centred-spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { CheckFailed } from './check-failed.tsx';
import { GuardRedirect, useWasAdmitted } from './signed-in.tsx';

const UploadPanel = lazy(() => import('#features/admin/media/upload-panel.tsx'));

/** Pages for admins. The database checks every row itself; this only avoids a page that cannot work. */
export default function AdminOnly() {
  const { status, admin, adminCheckFailed, failed } = useSession();
  const wasSignedIn = useWasAdmitted(status === 'in');
  const wasAdmin = useWasAdmitted(admin === true);
  if (failed) return <CheckFailed retry={recheckSession} />;
  if (status === 'out') return <GuardRedirect wasAdmitted={wasSignedIn} />;
  if (admin === null && adminCheckFailed) return <AdminCheckFailed />;
  if (status === 'checking' || admin === null) return <CentredSpinner />;
  if (!admin) return <RedirectHome wasAdmin={wasAdmin} />;
  return (
    <>
      <Outlet />
      <RecheckOnForbidden />
      <Suspense>
        <UploadPanel />
      </Suspense>
    </>
  );
}

function AdminCheckFailed() {
  const t = useTranslations();
  useEffect(() => {
    toast.error(t('shell.admin_check_failed'));
  }, [t]);
  return <CheckFailed retry={recheckEntitlements} />;
}

/** For members who are not admins, and for those who no longer are (P-10). */
function RedirectHome({ wasAdmin }: { wasAdmin: boolean }) {
  const t = useTranslations();
  const { key } = useLocation();
  useEffect(() => {
    toast.error(t(wasAdmin ? 'errors.no_access' : 'shell.no_permission'));
  }, [t, wasAdmin]);
  // Keyed by location: going on to another admin page redirects again.
  return <Navigate key={key} to="/" replace />;
}

/** When the database forbids a read or write, the admin role is checked again. */
function RecheckOnForbidden() {
  const queries = useQueryClient();
  useEffect(() => {
    const handleEvent = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      const error = type === 'updated' && action?.type === 'error' && action.error;
      if (error instanceof ApiError && error.code === '42501') void recheckEntitlements();
    };
    const stops = [
      queries.getQueryCache().subscribe(handleEvent),
      queries.getMutationCache().subscribe(handleEvent),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  return null;
}
