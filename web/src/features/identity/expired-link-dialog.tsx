import { useNavigate } from 'react-router';
import { useTranslations } from '#lib/translations.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { EmailForm } from './email-form.tsx';
import { requestConfirmation } from './request-email.ts';

/** For an email link that no longer works: send a new one, or sign in. */
export default function ExpiredLinkDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  async function send(address: string): Promise<void> {
    await requestConfirmation(address);
    toast.success(t('identity.mail_sent_again', { email: address }));
    onClose();
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        size="s"
        title={t('identity.link_expired')}
        description={t('identity.link_expired_text')}
        footer={
          <Button
            variant="outline"
            onClick={() => {
              onClose();
              navigate('/login');
            }}
          >
            {t('identity.sign_in')}
          </Button>
        }
      >
        <EmailForm email={email} button="identity.reset_again" failed="identity.mail_failed" send={send} />
      </DialogContent>
    </Dialog>
  );
}
