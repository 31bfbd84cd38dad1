import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LiveForm } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { PasswordInput } from '#ui/password-input.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { authErrorKey, useAuthErrorMessage } from '../auth-error-message.ts';
import { identities } from './read-account.ts';

const WRONG = new Set(['password_wrong', 'reauthentication_not_valid']);

/** Asks for the password, or for an emailed code where there is none or it is forgotten. */
export default function ConfirmIdentityDialog(props: { onConfirmed: () => void; onClose: () => void }) {
  const { onConfirmed, onClose } = props;
  const t = useTranslations();
  const { data: ways } = useQuery(identities());
  const hasPassword = ways?.some(({ provider }) => provider === 'email');
  const [isCodeSent, setIsCodeSent] = useState(false);
  const authMessage = useAuthErrorMessage();
  const sending = useAction(
    async () => {
      const { error } = await (await supabase()).auth.reauthenticate();
      if (error) throw error;
      setIsCodeSent(true);
    },
    { describeError: (error) => authMessage(error, 'identity.account_confirm_failed') },
  );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('identity.account_confirm_title')}
        description={t('identity.account_confirm_text')}
        size="s"
      >
        <div className="grid gap-4">
          {!ways && <Spinner label={t('shell.loading')} />}
          {(isCodeSent || hasPassword) && (
            <ProofForm key={String(isCodeSent)} isCode={isCodeSent} onConfirmed={onConfirmed} />
          )}
          {ways && !isCodeSent && (
            <Button
              variant={hasPassword ? 'quiet' : 'primary'}
              busy={sending.isPending}
              onClick={() => void sending.run()}
            >
              {t('identity.account_confirm_send')}
            </Button>
          )}
        </div>
      </DialogContent>
    </Dialog>
  );
}

/** The auth service counts the session as recently signed in once the password or the code is right. */
function ProofForm({ isCode, onConfirmed }: { isCode: boolean; onConfirmed: () => void }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const [proof, setProof] = useState('');
  const [problem, setProblem] = useState<string>();
  const describe = (error: unknown) => authMessage(error, 'identity.account_confirm_failed');
  const confirming = useAction(
    async () => {
      const { auth } = await supabase();
      const { error } = await auth.updateUser(isCode ? { nonce: proof } : { current_password: proof });
      if (error) throw error;
      onConfirmed();
    },
    {
      onError(error) {
        if (!WRONG.has(authErrorKey(error) ?? '')) return false;
        setProblem(describe(error));
        return true;
      },
      describeError: describe,
    },
  );
  const onChange = ({ target }: { target: { value: string } }) => {
    setProof(target.value);
    setProblem(undefined);
  };
  return (
    <LiveForm
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (proof !== '') void confirming.run();
      }}
    >
      <Field
        label={t(isCode ? 'identity.account_nonce' : 'identity.account_current_password')}
        {...(isCode ? { hint: t('identity.account_nonce_hint') } : {})}
        error={problem}
        required
      >
        {(control) =>
          isCode ? (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={proof}
              onChange={onChange}
            />
          ) : (
            <PasswordInput {...control} autoComplete="current-password" value={proof} onChange={onChange} />
          )
        }
      </Field>
      <Button type="submit" busy={confirming.isPending}>
        {t('identity.account_confirm')}
      </Button>
    </LiveForm>
  );
}
