import { PASSKEY_NAME_MAX } from '@lakou/contract/identity/limits';
import { useState } from 'react';
import { LiveForm } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import type { PasskeySummary } from './passkey-row.tsx';

export function RenamePasskeyDialog(props: {
  passkey: PasskeySummary;
  onClose: () => void;
  onRenamed: () => Promise<unknown>;
}) {
  const { passkey, onClose, onRenamed } = props;
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const [name, setName] = useState(passkey.friendly_name ?? '');
  const renaming = useAction(
    async () => {
      const { auth } = await supabase();
      const { error } = await auth.passkey.update({ passkeyId: passkey.id, friendlyName: name.trim() });
      if (error) throw error;
      await onRenamed();
      onClose();
    },
    { describeError: (error) => authMessage(error, 'identity.account_passkey_failed') },
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('identity.account_passkey_rename_title')} size="s">
        <LiveForm
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) void renaming.run();
          }}
        >
          <Field label={t('identity.account_passkey_name')} required>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                maxLength={PASSKEY_NAME_MAX}
                required
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={renaming.isPending}>
            {t('identity.account_save')}
          </Button>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
