import type { RegisterInput } from '@lakou/contract/identity/inputs';
import { returnPath } from '@lakou/contract/identity/return-path';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { checkWith, LiveForm, useFieldError } from '#lib/form.tsx';
import { useLanguage, useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Input } from '#ui/input.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { toast } from '#ui/toast.tsx';
import { authErrorKey, useAuthErrorMessage } from './auth-error-message.ts';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { type SignInState, useSignInState } from './return-path.ts';
import { signUp } from './sign-up.ts';
import { TermsCheckbox } from './terms-checkbox.tsx';

const check = checkWith<RegisterInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.registerInput),
);
const EMAIL_TAKEN = new Set(['user_already_exists', 'email_exists']);

export function RegisterForm() {
  const t = useTranslations();
  const { language } = useLanguage();
  const authMessage = useAuthErrorMessage();
  const fieldError = useFieldError();
  const navigate = useNavigate();
  const { from } = useSignInState();
  const loginState: SignInState = from ? { from } : {};
  const form = useForm<RegisterInput>({
    resolver: check,
    defaultValues: { full_name: '', email: '', password: '', confirm_password: '', terms: false as true },
  });
  const describeError = (error: unknown) => authMessage(error, 'identity.register_failed');
  const { isPending, submit } = useSubmit(form, {
    async send(values) {
      const next = returnPath(from, location.origin);
      const { confirmationSent } = await signUp(values, { language, next });
      // Signed in: the screen around this form goes on.
      if (!confirmationSent) return void toast.success(t('identity.registered_now'));
      toast.success(t('identity.registered'));
      await navigate('/login', {
        state: { ...loginState, email: values.email, confirmationSent } satisfies SignInState,
      });
    },
    onError(error) {
      const key = authErrorKey(error) ?? '';
      const field = EMAIL_TAKEN.has(key) ? 'email' : key === 'weak_password' ? 'password' : undefined;
      if (field) form.setError(field, { message: describeError(error) }, { shouldFocus: true });
      return field !== undefined;
    },
    describeError,
  });
  const { errors } = form.formState;
  return (
    <div className="grid gap-6">
      <LiveForm onSubmit={submit} className="grid gap-5">
        <Field label={t('identity.full_name')} error={fieldError(errors.full_name)} required>
          {(control) => <Input autoComplete="name" {...control} {...form.register('full_name')} />}
        </Field>
        <EmailField form={form} autoComplete="username" />
        <PasswordField
          form={form}
          name="password"
          label={t('identity.password')}
          hint={t('identity.password_hint')}
          autoComplete="new-password"
        />
        <PasswordField
          form={form}
          name="confirm_password"
          label={t('identity.confirm_password')}
          autoComplete="new-password"
        />
        <TermsCheckbox form={form} />
        <Button type="submit" size="l" busy={isPending} className="w-full">
          {t('identity.sign_up')}
        </Button>
      </LiveForm>
      <ProviderButtons mode="sign_up" remember={() => true} />
      <p className="text-soft">
        {t('identity.have_account')}{' '}
        <TextLink to="/login" state={loginState} className="text-text">
          {t('identity.sign_in')}
        </TextLink>
      </p>
    </div>
  );
}
