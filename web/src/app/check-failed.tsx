import { useTranslations } from '#lib/translations.tsx';
import { RadioArt } from '#ui/art/radio.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Nobody is sent away because a network is slow: only a definite no does that (decision 31). */
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
