import type { FactorInput } from '@lakou/contract/identity/inputs';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogContent } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { toast } from '#ui/toast.tsx';
import { authErrorKey, useAuthErrorMessage } from '../auth-error-message.ts';
import { QrCode } from '../qr-code.tsx';
import { useConfirmed } from './confirm-identity.tsx';

const check = checkWith<FactorInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.factorInput),
);

interface PendingFactor {
  id: string;
  uri: string;
  secret: string;
}

/** Shows the secret for the authenticator app, and enables the factor once the app's code is right. */
export function EnrolDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const fieldError = useFieldError();
  const confirmed = useConfirmed();
  const [factor, setFactor] = useState<PendingFactor>();
  const form = useForm<FactorInput>({ resolver: check, defaultValues: { code: '' } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one enrolment each time the dialog opens.
  useEffect(() => {
    let closed = false;
    confirmed(startEnrolment)
      .then((pending) => !closed && setFactor(pending))
      .catch((error: unknown) => {
        toast.error(authMessage(error, 'identity.account_factor_failed'));
        onClose();
      });
    return () => {
      closed = true;
    };
  }, []);

  const { isPending, submit } = useSubmit(form, {
    async send({ code }) {
      if (!factor) return;
      const { auth } = await supabase();
      await confirmed(async () => {
        const { error } = await auth.mfa.challengeAndVerify({ factorId: factor.id, code });
        if (error) throw error;
      });
      await onDone();
    },
    onError(error) {
      if (authErrorKey(error) !== 'mfa_verification_failed') return false;
      form.setError('code', { message: 'mfa_verification_failed' }, { shouldFocus: true });
      return true;
    },
    describeError: (error) => authMessage(error, 'identity.account_factor_failed'),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('identity.account_factor')}
        description={t('identity.account_factor_scan')}
        size="s"
      >
        {factor ? (
          <LiveForm onSubmit={submit} className="grid gap-5">
            <QrCode text={factor.uri} className="mx-auto w-52 rounded-m" />
            <p className="text-center text-sm text-soft">
              {t('identity.account_factor_secret')}
              <code className="mt-1 block break-all text-base text-text select-all">{factor.secret}</code>
            </p>
            <Field
              label={t('identity.account_factor_code')}
              error={fieldError(form.formState.errors.code)}
              required
            >
              {(control) => (
                <Input
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  {...control}
                  {...form.register('code')}
                />
              )}
            </Field>
            <Button type="submit" busy={isPending}>
              {t('identity.account_factor_confirm')}
            </Button>
          </LiveForm>
        ) : (
          <div className="grid min-h-64 place-items-center">
            <Spinner label={t('shell.loading')} />
          </div>
        )}
      </DialogContent>
    </Dialog>
  );
}

/** Removes unfinished enrolments first, so that a member has one factor. */
async function startEnrolment(): Promise<PendingFactor> {
  const { auth } = await supabase();
  const { data: existing, error: listError } = await auth.mfa.listFactors();
  if (listError) throw listError;
  for (const { id, status } of existing.all)
    if (status !== 'verified') await auth.mfa.unenroll({ factorId: id });
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer: 'Lakou' });
  if (error) throw error;
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret };
}
