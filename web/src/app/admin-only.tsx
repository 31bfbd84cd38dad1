import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session.ts';
import { useWords } from '../lib/words.tsx';
import { CentredSpinner } from '../ui/spinner.tsx';
import { toast } from '../ui/toast.tsx';
import { CheckFailed } from './check-failed.tsx';
import { ToLogin, useEntered } from './signed-in.tsx';

const MediaDesk = lazy(() => import('../features/admin/media/media-desk.tsx'));

/** Pages for admins. The database asks again for every row; this only spares others a page that cannot work. */
export default function AdminOnly() {
  const { status, admin, failed } = useSession();
  const entered = useEntered(status);
  if (failed) return <CheckFailed />;
  if (status === 'out') return <ToLogin entered={entered} />;
  if (status === 'checking' || admin === null) return <CentredSpinner />;
  if (!admin) return <ToHome />;
  return (
    <>
      <Outlet />
      <Suspense>
        <MediaDesk />
      </Suspense>
    </>
  );
}

function ToHome() {
  const t = useWords();
  useEffect(() => {
    toast.error(t('shell.no_permission'));
  }, [t]);
  return <Navigate to="/" replace />;
}
