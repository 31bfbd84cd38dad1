import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';

/** Confirms leaving the page with unsaved changes. Render it only while there are some: a router allows one blocker. */
export function UnsavedChangesPrompt() {
  const t = useTranslations();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t('admin.unsaved')}
      description={t('admin.unsaved_text')}
      confirm={t('admin.leave_anyway')}
      cancel={t('admin.stay')}
      danger
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
