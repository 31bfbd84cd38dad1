import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthSentence } from './auth-sentence.ts';
import { requestConfirmation } from './request-email.ts';

/** The address is still to be confirmed; the mail can be asked for again. */
export function MailWaiting({ email }: { email: string }) {
  const t = useTranslations();
  const say = useAuthSentence();
  const { busy, run } = useAction((error) => toast.error(say(error, 'identity.mail_failed')));
  async function sendAgain(): Promise<void> {
    await requestConfirmation(email);
    toast.success(t('identity.mail_sent_again', { email }));
  }
  return (
    <Alert tone="warning" title={t('identity.mail_waiting')}>
      <p className="wrap-anywhere">{t('identity.mail_waiting_text', { email })}</p>
      <Button variant="outline" size="s" className="mt-3" busy={busy} onClick={() => run(sendAgain)}>
        {t('identity.mail_again')}
      </Button>
    </Alert>
  );
}
