import type { LoginInput } from '@lakou/contract/identity/inputs';
import type { PostedSignIn } from '@lakou/contract/identity/posted-sign-in';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorKeyMessage } from '#lib/error-message.ts';
import { checkWith } from '#lib/form.tsx';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { authErrorKey, useAuthErrorMessage } from './auth-error-message.ts';
import { ConfirmationPending } from './confirmation-pending.tsx';
import { EmailField } from './email-field.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { useSignInState } from './return-path.ts';
import { signIn } from './sign-in.ts';

const check = checkWith<LoginInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.loginInput),
);

/** Sent by the app, or by the browser where the app is not there (yet): then `posted` is what came of it. */
export function LoginForm({ posted }: { posted: PostedSignIn | null }) {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const signInState = useSignInState();
  const backTo = signInState.from ? { from: signInState.from } : null;
  const [unconfirmed, setUnconfirmed] = useState(
    (signInState.confirmationSent && signInState.email) || unconfirmedIn(posted),
  );
  // Without defaults the fields keep what was typed before the app was there.
  const form = useForm<LoginInput>({
    resolver: check,
    ...(signInState.email && { defaultValues: { email: signInState.email } }),
  });
  const { isSubmitted } = form.formState;
  const describeError = (error: unknown) => authMessage(error, 'identity.login_failed');
  const { isPending, submit } = useSubmit(form, {
    async send(values) {
      setUnconfirmed('');
      const { needsSecondFactor } = await signIn(values);
      if (!needsSecondFactor) toast.success(t('shell.logged_in'));
    },
    onError(error) {
      const key = authErrorKey(error);
      if (key === 'email_not_confirmed') setUnconfirmed(form.getValues('email').trim());
      // At the field too: a toast is gone before some people have found it.
      if (key === 'invalid_credentials')
        form.setError('password', { message: describeError(error) }, { shouldFocus: true });
    },
    describeError,
  });
  const failure = isSubmitted ? undefined : posted?.failure;
  const isWrongPassword = failure?.code === 'invalid_credentials';
  const wrongPassword = isWrongPassword ? describeError(failure) : undefined;
  const refused = failure && !isWrongPassword && !unconfirmed && describeError(failure);
  const errorOf = (key: string | undefined) => (key && !isSubmitted ? errorKeyMessage(key, t) : undefined);
  return (
    <div className="grid gap-6">
      {unconfirmed && <ConfirmationPending email={unconfirmed} />}
      {signInState.from?.startsWith('/subscribe') && <Alert title={t('commerce.login_to_subscribe')} />}
      {/* To the address of this page, with the way back in it. */}
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        {refused && <Alert tone="danger" title={refused} />}
        <EmailField
          form={form}
          autoComplete="username webauthn"
          posted={{ value: posted?.email, error: errorOf(posted?.errors?.email) }}
        />
        <PasswordField
          form={form}
          name="password"
          label={t('identity.password')}
          autoComplete="current-password"
          postedError={errorOf(posted?.errors?.password) ?? wrongPassword}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <Checkbox
            label={t('identity.remember_me')}
            defaultChecked={posted?.remember}
            {...form.register('remember')}
          />
          <ForgotPassword variant="quiet" className="-mx-5" email={() => form.getValues('email')} />
        </div>
        <Button type="submit" size="l" busy={isPending} className="w-full">
          {t('identity.sign_in')}
        </Button>
      </form>
      <div className="grid gap-3">
        <ProviderButtons mode="sign_in" remember={() => form.getValues('remember')} />
        <PasskeyButton remember={() => form.getValues('remember')} />
      </div>
      <p className="text-soft">
        {t('identity.device_on_television')}{' '}
        <TextLink to="/tv/sign-in" state={backTo} className="text-text">
          {t('identity.device_title')}
        </TextLink>
      </p>
      <p className="text-soft">
        {t('identity.no_account')}{' '}
        <TextLink to="/register" state={backTo} className="text-text">
          {t('identity.sign_up')}
        </TextLink>
      </p>
    </div>
  );
}

/** The address that has to be confirmed first. */
function unconfirmedIn(posted: PostedSignIn | null): string {
  return (posted?.failure?.code === 'email_not_confirmed' && posted.email) || '';
}
