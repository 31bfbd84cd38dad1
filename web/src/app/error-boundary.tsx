import { Suspense, useEffect } from 'react';
import { useRouteError } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { lazyDecoration } from '#ui/lazy-decoration.ts';

/** Few see it, so it is no part of every page. */
const FailureView = lazyDecoration(async () => (await import('./failure-view.tsx')).FailureView, BareFailure);

/** Used when the frame itself fails. */
export function ErrorBoundary() {
  return (
    <main>
      <Failure error={useRouteError()} />
    </main>
  );
}

export function Failure({ error }: { error: unknown }) {
  useEffect(() => {
    console.error(error);
  }, [error]);
  return (
    <Suspense>
      <FailureView error={error} />
    </Suspense>
  );
}

/** Where even the view cannot be loaded. */
function BareFailure() {
  const t = useTranslations();
  return (
    <div className="page-width grid justify-items-start gap-4 py-20">
      <h1 className="text-title">{t('shell.broken')}</h1>
      <p>{t('shell.broken_text')}</p>
      <Button onClick={() => location.reload()}>{t('shell.retry')}</Button>
    </div>
  );
}
