import { useState } from 'react';
import { useFormat } from '#lib/format.ts';
import { useTranslations } from '#lib/translations.tsx';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { localTimeZone } from '../local-time-zone.ts';
import type { Subscription } from '../subscribe/read-subscription.ts';
import { useChangeSubscription } from './change-subscription.ts';

/** Canceling asks for confirmation and takes effect at the end of the paid period; until then it can be resumed. */
export function CancelOrResume({ subscription }: { subscription: Subscription }) {
  const t = useTranslations();
  const { date } = useFormat();
  const [confirming, setConfirming] = useState(false);
  const day = date(subscription.expires_at, localTimeZone());
  const { run, isPending } = useChangeSubscription({
    onChanged(renews) {
      setConfirming(false);
      toast.success(renews ? t('commerce.resumed') : t('commerce.canceled_until', { date: day }));
    },
  });
  if (subscription.cancel_at_period_end)
    return (
      <Button busy={isPending} onClick={() => void run(true)}>
        {t('commerce.resume_subscription')}
      </Button>
    );
  return (
    <>
      <Button variant="quiet" onClick={() => setConfirming(true)}>
        {t('commerce.cancel_subscription')}
      </Button>
      <AlertDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t('commerce.cancel_question')}
        description={t('commerce.cancel_text', { date: day })}
        cancel={t('commerce.keep_subscription')}
        confirm={t('commerce.cancel_subscription')}
        danger
        busy={isPending}
        onConfirm={() => void run(false)}
      />
    </>
  );
}
