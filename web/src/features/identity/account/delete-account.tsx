import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { callFunction } from '#lib/call-function.ts';
import { LiveForm } from '#lib/form.tsx';
import { endSession, useSession } from '#lib/session.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { toast } from '#ui/toast.tsx';
import { identities } from './read-account.ts';
import { Section } from './section.tsx';

export function DeleteAccount() {
  const t = useTranslations();
  const [open, setOpen] = useState(false);
  return (
    <Section title={t('identity.account_delete')} text={t('identity.account_delete_text')}>
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('identity.account_delete')}
      </Button>
      {open && <ConfirmDialog onClose={() => setOpen(false)} />}
    </Section>
  );
}

/** Asks for the email and the password, so that neither a slip nor an unlocked phone deletes an account. */
function ConfirmDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations();
  const navigate = useNavigate();
  const { user } = useSession();
  const email = user?.email ?? '';
  const { data: ways } = useQuery(identities());
  const hasPassword = ways?.some(({ provider }) => provider === 'email') ?? true;
  const [typed, setTyped] = useState('');
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState(false);
  const { run, isPending } = useAction(
    async () => {
      if (typed.trim().toLowerCase() !== email.toLowerCase()) {
        setWrong(true);
        return;
      }
      await callFunction('delete-account', password ? { password } : {});
      await endSession();
      toast.success(t('identity.account_deleted'));
      navigate('/', { replace: true });
    },
    { errorKey: 'identity.account_delete_failed' },
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('identity.account_delete')}
        description={t('identity.account_delete_text')}
        size="s"
      >
        <LiveForm
          className="grid gap-5"
          onSubmit={(event) => {
            event.preventDefault();
            void run();
          }}
        >
          <Field
            label={t('identity.account_delete_type', { email })}
            error={wrong ? t('identity.account_delete_mismatch') : undefined}
            required
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                value={typed}
                onChange={({ target }) => {
                  setTyped(target.value);
                  setWrong(false);
                }}
              />
            )}
          </Field>
          {hasPassword && (
            <Field label={t('identity.account_delete_password')} required>
              {(control) => (
                <PasswordInput
                  {...control}
                  autoComplete="current-password"
                  value={password}
                  onChange={({ target }) => setPassword(target.value)}
                />
              )}
            </Field>
          )}
          <Button type="submit" variant="danger" busy={isPending}>
            {t('identity.account_delete')}
          </Button>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}
