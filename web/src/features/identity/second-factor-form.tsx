import type { FactorInput } from '@lakou/contract/identity/inputs';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { endSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction, useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import type { FactorSummary } from './account/read-account.ts';
import { RecoveryCodeForm } from './account/recovery-code-form.tsx';
import { authErrorKey, useAuthErrorMessage } from './auth-error-message.ts';
import { CodeField } from './code-field.tsx';
import { SecurityKeyButtons } from './security-key-buttons.tsx';

const check = checkWith<FactorInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.factorInput),
);

/** Verifies the second factor, which raises the session to aal2. */
export function SecondFactorForm({
  keys,
  hasApp,
  onConfirmed,
}: {
  keys: FactorSummary[];
  hasApp: boolean;
  onConfirmed?: () => void;
}) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const fieldError = useFieldError();
  const form = useForm<FactorInput>({ resolver: check, defaultValues: { code: '' } });
  const { isPending, submit } = useSubmit(form, {
    async send({ code }) {
      await verifyFactor(code);
      onConfirmed?.();
    },
    onError(error) {
      if (authErrorKey(error) !== 'mfa_verification_failed') return false;
      form.setError('code', { message: 'mfa_verification_failed' }, { shouldFocus: true });
      return true;
    },
    describeError: (error) => authMessage(error, 'identity.factor_failed'),
  });
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  // The focus was in the login form, which is gone.
  useEffect(() => {
    if (hasApp) form.setFocus('code');
  }, [form, hasApp]);
  const signingOut = useAction(
    async () => {
      const { error } = await endSession();
      if (error) throw error;
    },
    { describeError: () => t('shell.sign_out_failed') },
  );
  if (usesRecoveryCode)
    return <RecoveryCodeForm onConfirmed={onConfirmed} onBack={() => setUsesRecoveryCode(false)} />;
  return (
    <div className="grid gap-5">
      {hasApp && (
        <LiveForm onSubmit={submit} className="grid gap-5">
          <CodeField error={fieldError(form.formState.errors.code)} {...form.register('code')} />
          <Button type="submit" size="l" busy={isPending} className="w-full">
            {t('identity.factor_confirm')}
          </Button>
        </LiveForm>
      )}
      {keys.length > 0 && (
        <SecurityKeyButtons
          keys={keys}
          variant={hasApp ? 'secondary' : 'primary'}
          onConfirmed={onConfirmed}
        />
      )}
      <Button variant="quiet" onClick={() => setUsesRecoveryCode(true)}>
        {t('identity.account_recovery_use')}
      </Button>
      <Button variant="quiet" busy={signingOut.isPending} onClick={() => void signingOut.run()}>
        {t('identity.other_account')}
      </Button>
    </div>
  );
}

async function verifyFactor(code: string): Promise<void> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const factorId = data.totp[0]?.id ?? '';
  const verified = await auth.mfa.challengeAndVerify({ factorId, code });
  if (verified.error) throw verified.error;
}
