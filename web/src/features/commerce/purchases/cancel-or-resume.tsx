import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import type { Subscription } from '../subscribe/read-subscription.ts';
import { zone } from '../zone.ts';
import { useChangeSubscription } from './change-subscription.ts';

/** Canceling asks once and takes effect when the paid time is over; until then it can be taken back. */
export function CancelOrResume({ subscription }: { subscription: Subscription }) {
  const t = useTranslations();
  const { date } = useFormat();
  const [asking, ask] = useState(false);
  const { change, busy } = useChangeSubscription();
  const day = date(subscription.expires_at, zone());
  if (subscription.cancel_at_period_end)
    return (
      <Button busy={busy} onClick={() => change(true, () => toast.success(t('commerce.resumed')))}>
        {t('commerce.resume_subscription')}
      </Button>
    );
  return (
    <>
      <Button variant="quiet" onClick={() => ask(true)}>
        {t('commerce.cancel_subscription')}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={ask}
        title={t('commerce.cancel_question')}
        description={t('commerce.cancel_text', { date: day })}
        cancel={t('commerce.keep_subscription')}
        confirm={t('commerce.cancel_subscription')}
        danger
        busy={busy}
        onConfirm={() =>
          change(false, () => {
            ask(false);
            toast.success(t('commerce.canceled_until', { date: day }));
          })
        }
      />
    </>
  );
}
