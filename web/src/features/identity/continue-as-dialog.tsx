import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { useAuthErrorMessage } from './auth-error-message.ts';

/** Asks before a session that came with the address is used; somebody else may have written that address. */
export default function ContinueAsDialog({
  current,
  next,
  onContinue,
  onStay,
}: {
  /** Who is signed in. */
  current: string | undefined;
  next: string;
  onContinue: () => Promise<void>;
  onStay: () => void;
}) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const { run, isPending } = useAction(onContinue, {
    describeError: (error) => authMessage(error, 'shell.provider_refused'),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onStay()}>
      <DialogContent
        size="s"
        title={t('identity.continue_as_title')}
        description={
          current ? t('identity.switch_account', { current, next }) : t('identity.continue_as_text', { next })
        }
        footer={
          <>
            <Button variant="outline" onClick={onStay}>
              {current ? t('identity.stay_as', { current }) : t('identity.not_now')}
            </Button>
            <Button busy={isPending} onClick={() => void run()}>
              {t('identity.continue_as', { next })}
            </Button>
          </>
        }
      />
    </Dialog>
  );
}
