import type { FactorInput } from '@lakou/contract/identity';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { leaveSession } from '#lib/session.ts';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useAction, useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { toast } from '#ui/toast.tsx';
import { RecoveryCodeForm } from './account/recovery-code-form.tsx';
import { keyOf, useAuthSentence } from './auth-sentence.ts';

const check = checkWith<FactorInput>(() => import('@lakou/contract/identity').then((m) => m.factorInput));

/** Whoever has a second factor shows it here; then the session is whole, and everybody hears of it. */
export function SecondFactorForm({ onConfirmed }: { onConfirmed?: () => void }) {
  const t = useTranslations();
  const say = useAuthSentence();
  const fieldError = useFieldError();
  const form = useForm<FactorInput>({ resolver: check, defaultValues: { code: '' } });
  const { busy, submit } = useSubmit(form, {
    async send({ code }) {
      await showFactor(code);
      onConfirmed?.();
    },
    onFailure(error) {
      if (keyOf(error) === 'mfa_verification_failed') {
        form.setError('code', { message: 'mfa_verification_failed' }, { shouldFocus: true });
      } else toast.error(say(error, 'identity.factor_failed'));
    },
  });
  const [onPaper, setOnPaper] = useState(false);
  // The form before this one took the focus with it.
  useEffect(() => form.setFocus('code'), [form]);
  const leaving = useAction(() => toast.error(t('identity.sign_out_failed')));
  if (onPaper) return <RecoveryCodeForm onConfirmed={onConfirmed} onBack={() => setOnPaper(false)} />;
  return (
    <div className="grid gap-5">
      <LiveForm onSubmit={submit} className="grid gap-5">
        <Field label={t('identity.factor_code')} error={fieldError(form.formState.errors.code)} required>
          {(control) => (
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="font-display text-2xl! font-bold tracking-[0.3em]"
              {...control}
              {...form.register('code')}
            />
          )}
        </Field>
        <Button type="submit" size="l" busy={busy} className="w-full">
          {t('identity.factor_confirm')}
        </Button>
      </LiveForm>
      <Button variant="quiet" onClick={() => setOnPaper(true)}>
        {t('identity.account_recovery_use')}
      </Button>
      <Button variant="quiet" busy={leaving.busy} onClick={() => leaving.run(leaveSession)}>
        {t('identity.other_account')}
      </Button>
    </div>
  );
}

async function showFactor(code: string): Promise<void> {
  const { auth } = await supabase();
  const { data, error } = await auth.mfa.listFactors();
  if (error) throw error;
  const factorId = data.totp[0]?.id ?? '';
  const shown = await auth.mfa.challengeAndVerify({ factorId, code });
  if (shown.error) throw shown.error;
}
