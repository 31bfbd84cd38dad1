import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { DataError } from '#lib/database.ts';
import { recheckEntitlements, recheckSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { CentredSpinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { CheckFailed } from './check-failed.tsx';
import { ToLogin, useEntered } from './signed-in.tsx';

const MediaDesk = lazy(() => import('#features/admin/media/media-desk.tsx'));

/** Pages for admins. The database asks again for every row; this only spares others a page that cannot work. */
export default function AdminOnly() {
  const { status, admin, adminUnasked, failed } = useSession();
  const entered = useEntered(status);
  const [admitted, admit] = useState(false);
  if (admin && !admitted) admit(true);
  if (failed) return <CheckFailed retry={recheckSession} />;
  if (status === 'out') return <ToLogin entered={entered} />;
  if (admin === null && adminUnasked) return <AdminUnasked />;
  if (status === 'checking' || admin === null) return <CentredSpinner />;
  if (!admin) return <ToHome admitted={admitted} />;
  return (
    <>
      <Outlet />
      <RightsWatch />
      <Suspense>
        <MediaDesk />
      </Suspense>
    </>
  );
}

function AdminUnasked() {
  const t = useTranslations();
  useEffect(() => {
    toast.error(t('shell.admin_check_failed'));
  }, [t]);
  return <CheckFailed retry={recheckEntitlements} />;
}

/** At the gate, or from inside, by somebody who is no admin any more (decision 10). */
function ToHome({ admitted }: { admitted: boolean }) {
  const t = useTranslations();
  const { key } = useLocation();
  useEffect(() => {
    toast.error(t(admitted ? 'errors.no_access' : 'shell.no_permission'));
  }, [t, admitted]);
  // Whoever has gone on to another page of the area meanwhile is led away from that one too.
  return <Navigate key={key} to="/" replace />;
}

/** Whatever the database forbids in here is a reason to ask again who this is. */
function RightsWatch() {
  const queries = useQueryClient();
  useEffect(() => {
    const look = ({ type, action }: { type: string; action?: { type: string; error?: unknown } }) => {
      const error = type === 'updated' && action?.type === 'error' && action.error;
      if (error instanceof DataError && error.code === '42501') void recheckEntitlements();
    };
    const stops = [queries.getQueryCache().subscribe(look), queries.getMutationCache().subscribe(look)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries]);
  return null;
}
