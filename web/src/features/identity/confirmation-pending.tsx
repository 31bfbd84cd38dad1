import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';
import { requestConfirmation } from './request-email.ts';
import { useWayOn } from './return-path.ts';

/** The email address is not confirmed yet; offers to send the confirmation again. */
export function ConfirmationPending({ email }: { email: string }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const next = useWayOn();
  const { run: sendAgain, isPending } = useAction(() => requestConfirmation(email, next), {
    onSuccess: () => toast.success(t('identity.mail_sent_again', { email })),
    describeError: (error) => authMessage(error, 'identity.mail_failed'),
  });
  return (
    <Alert tone="warning" title={t('identity.mail_waiting')}>
      <p className="wrap-anywhere">{t('identity.mail_waiting_text', { email })}</p>
      <Button variant="outline" size="s" className="mt-3" busy={isPending} onClick={() => void sendAgain()}>
        {t('identity.mail_again')}
      </Button>
    </Alert>
  );
}
