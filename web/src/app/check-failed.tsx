import { useTranslations } from '#lib/translations.tsx';
import { RadioArt } from '#ui/art/radio.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** A check that failed for the network redirects nobody; it offers to try again (P-31). */
export function CheckFailed({ retry }: { retry: () => unknown }) {
  const t = useTranslations();
  return (
    <EmptyState
      art={<RadioArt />}
      title={t('shell.check_failed')}
      text={t('shell.network_error')}
      action={<Button onClick={() => void retry()}>{t('shell.retry')}</Button>}
    />
  );
}
