import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { Icon } from '#ui/icon.tsx';
import { toast } from '#ui/toast.tsx';

function listen(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

/** True until the page is alive. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  );
}

export function OfflineNotice() {
  const t = useTranslations();
  const online = useIsOnline();
  const was = useRef(true);
  useEffect(() => {
    if (online && !was.current) toast.success(t('shell.online_again'));
    was.current = online;
  }, [online, t]);
  // Screen readers announce only changes inside of an existing region.
  return (
    <div
      role="status"
      className="sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] z-30 md:bottom-0"
    >
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-highlight px-4 py-2.5 text-center font-medium text-on-highlight">
          <Icon name="alert" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
