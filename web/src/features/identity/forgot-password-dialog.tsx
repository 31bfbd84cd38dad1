import { useTranslations } from '#lib/translations.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { toast } from '#ui/toast.tsx';
import { EmailForm } from './email-form.tsx';
import { requestPasswordReset } from './request-email.ts';

export default function ForgotPasswordDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useTranslations();
  async function send(address: string): Promise<void> {
    await requestPasswordReset(address);
    toast.success(t('identity.forgot_sent'));
    onClose();
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="s" title={t('identity.forgot_title')} description={t('identity.forgot_text')}>
        <EmailForm email={email} button="identity.forgot_send" failed="identity.forgot_failed" send={send} />
      </DialogContent>
    </Dialog>
  );
}
