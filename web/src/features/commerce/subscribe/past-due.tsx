import { useTranslations } from '#lib/translations.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { useBillingPage } from './use-billing-page.ts';

/** Warns that a renewal could not be charged, with a link to the billing page. */
export function PastDue({ className }: { className?: string }) {
  const t = useTranslations();
  const { run, isPending } = useBillingPage();
  return (
    <Alert
      tone="warning"
      title={t('commerce.past_due_title')}
      className={className}
      action={
        <Button size="s" busy={isPending} onClick={() => void run()}>
          {t('commerce.manage_billing')}
        </Button>
      }
    >
      {t('commerce.past_due_text')}
    </Alert>
  );
}
