import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from '#lib/translations.tsx';
import { hasTypedInput } from '#lib/typed-input.ts';
import { isNewVersionReady, listenForNewVersion } from '#service-worker/new-version.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { useIsOnline } from './offline-notice.tsx';

/** Offers a new version, on pages alone: a film is never interrupted by it. */
export function NewVersionNotice() {
  const t = useTranslations();
  const isReady = useSyncExternalStore(listenForNewVersion, isNewVersionReady, () => false);
  // Without a network there is nothing to reload from.
  const isOnline = useIsOnline();
  const [isDismissed, setDismissed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const reload = (): void => {
    if (hasTypedInput() && !isAsking) setAsking(true);
    else location.reload();
  };
  return (
    <div
      role="status"
      className="pointer-events-none sticky bottom-[calc(var(--bottom-bar)+env(safe-area-inset-bottom))] z-30 px-3 md:bottom-0"
    >
      {isReady && isOnline && !isDismissed && (
        <div className="pointer-events-auto mx-auto mb-3 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-l border border-line bg-surface-raised py-2 ps-4 pe-2 shadow-lg">
          <p className="font-medium">{t(isAsking ? 'shell.new_version_typed' : 'shell.new_version')}</p>
          <div className="ms-auto flex items-center gap-1">
            <Button size="s" onClick={reload}>
              {t(isAsking ? 'shell.new_version_reload_anyway' : 'shell.new_version_reload')}
            </Button>
            <IconButton
              icon="close"
              label={t('shell.new_version_later')}
              onClick={() => setDismissed(true)}
            />
          </div>
        </div>
      )}
    </div>
  );
}
