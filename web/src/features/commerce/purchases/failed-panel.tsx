import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyPanel } from './empty-panel.tsx';

/** A section that could not be read. It takes the place of its placeholder, so that the sections below hardly move. */
export function FailedPanel({ busy, retry }: { busy: boolean; retry: () => unknown }) {
  const t = useTranslations();
  return (
    <div role="alert">
      <EmptyPanel
        art="radio"
        title={t('shell.load_failed')}
        text={t('shell.load_failed_text')}
        action={
          <Button variant="outline" busy={busy} onClick={() => void retry()}>
            {t('shell.retry')}
          </Button>
        }
      />
    </div>
  );
}
