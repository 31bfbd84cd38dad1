import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useBillingPage } from './use-billing-page.ts';

/** A renewal that could not be charged, and the way on. */
export function PastDue({ className }: { className?: string }) {
  const t = useTranslations();
  const { open, busy } = useBillingPage();
  return (
    <Alert
      tone="warning"
      title={t('commerce.past_due_title')}
      className={className}
      action={
        <Button size="s" busy={busy} onClick={open}>
          {t('commerce.manage_billing')}
        </Button>
      }
    >
      {t('commerce.past_due_text')}
    </Alert>
  );
}
