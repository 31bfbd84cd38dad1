import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { isNetworkFailure } from '#lib/failure.ts';
import { LiveForm, sentenceOf } from '#lib/form.tsx';
import { leaveSession, useSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
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

/** Typed out, and with the password where there is one: neither a slip nor a found phone deletes an account. */
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
  const { busy, run } = useAction((error) =>
    toast.error(
      isNetworkFailure(error)
        ? t('shell.network_error')
        : error instanceof Refused
          ? sentenceOf(error.key, t)
          : t('identity.account_delete_failed'),
    ),
  );
  const leave = () =>
    run(async () => {
      if (typed.trim().toLowerCase() !== email.toLowerCase()) {
        setWrong(true);
        return;
      }
      await deleteAccount(password);
      await leaveSession();
      toast.success(t('identity.account_deleted'));
      navigate('/', { replace: true });
    });
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
            void leave();
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
          <Button type="submit" variant="danger" busy={busy}>
            {t('identity.account_delete')}
          </Button>
        </LiveForm>
      </DialogContent>
    </Dialog>
  );
}

class Refused extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

async function deleteAccount(password: string): Promise<void> {
  const { functions } = await supabase();
  const { error } = await functions.invoke('delete-account', { body: password ? { password } : {} });
  if (!error) return;
  const answer = (error as { context?: Response }).context;
  const { code } = (await answer?.json?.().catch(() => ({}))) ?? {};
  throw typeof code === 'string' ? new Refused(code) : error;
}
