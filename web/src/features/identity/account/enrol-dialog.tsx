import type { FactorInput } from '@lakou/contract/identity';
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
import { keyOf, useAuthSentence } from '../auth-sentence.ts';
import { QrCode } from './qr-code.tsx';

const check = checkWith<FactorInput>(() => import('@lakou/contract/identity').then((m) => m.factorInput));

interface Offer {
  id: string;
  uri: string;
  secret: string;
}

/** Shows the key to the authenticator app, and counts it once the app has answered with a right code. */
export function EnrolDialog({ onClose, onDone }: { onClose: () => void; onDone: () => Promise<void> }) {
  const t = useTranslations();
  const say = useAuthSentence();
  const errorOf = useFieldError();
  const [offer, setOffer] = useState<Offer>();
  const form = useForm<FactorInput>({ resolver: check, defaultValues: { code: '' } });

  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer for each opening of the dialog.
  useEffect(() => {
    let closed = false;
    makeOffer()
      .then((made) => !closed && setOffer(made))
      .catch((error: unknown) => {
        toast.error(say(error, 'identity.account_factor_failed'));
        onClose();
      });
    return () => {
      closed = true;
    };
  }, []);

  const { busy, submit } = useSubmit(form, {
    async send({ code }) {
      if (!offer) return;
      const { auth } = await supabase();
      const { error } = await auth.mfa.challengeAndVerify({ factorId: offer.id, code });
      if (error) throw error;
      await onDone();
    },
    onFailure(error) {
      if (keyOf(error) === 'mfa_verification_failed')
        form.setError('code', { message: 'mfa_verification_failed' }, { shouldFocus: true });
      else toast.error(say(error, 'identity.account_factor_failed'));
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('identity.account_factor')}
        description={t('identity.account_factor_scan')}
        size="s"
      >
        {offer ? (
          <LiveForm onSubmit={submit} className="grid gap-5">
            <QrCode text={offer.uri} className="mx-auto w-52 rounded-m" />
            <p className="text-center text-sm text-soft">
              {t('identity.account_factor_secret')}
              <code className="mt-1 block break-all text-base text-text select-all">{offer.secret}</code>
            </p>
            <Field
              label={t('identity.account_factor_code')}
              error={errorOf(form.formState.errors.code)}
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
            <Button type="submit" busy={busy}>
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

/** Offers that were never taken up are withdrawn first: one person, one key. */
async function makeOffer(): Promise<Offer> {
  const { auth } = await supabase();
  const { data: known, error: unknown } = await auth.mfa.listFactors();
  if (unknown) throw unknown;
  for (const { id, status } of known.all)
    if (status !== 'verified') await auth.mfa.unenroll({ factorId: id });
  const { data, error } = await auth.mfa.enroll({ factorType: 'totp', issuer: 'Lakou' });
  if (error) throw error;
  return { id: data.id, uri: data.totp.uri, secret: data.totp.secret };
}
