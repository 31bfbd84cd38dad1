import type { MessageKey } from '@lakou/contract/translate';
import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

/** An error alert with a button to retry. */
export function LoadFailed({
  title,
  busy,
  retry,
}: {
  title: MessageKey;
  busy: boolean;
  retry: () => unknown;
}) {
  const t = useTranslations();
  return (
    <Alert
      tone="danger"
      title={t(title)}
      action={
        <Button size="s" busy={busy} onClick={() => void retry()}>
          {t('shell.retry')}
        </Button>
      }
    />
  );
}
