import type { RegisterInput } from '@lakou/contract/identity';
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
import { keyOf, useAuthSentence } from './auth-sentence.ts';
import { EmailField } from './email-field.tsx';
import { PasswordField } from './password-field.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { type SignInState, useSignInState } from './return-path.ts';
import { signUp } from './sign-up.ts';
import { TermsBox } from './terms-box.tsx';

const check = checkWith<RegisterInput>(() => import('@lakou/contract/identity').then((m) => m.registerInput));
const TAKEN = new Set(['user_already_exists', 'email_exists']);

export function RegisterForm() {
  const t = useTranslations();
  const { language } = useLanguage();
  const say = useAuthSentence();
  const fieldError = useFieldError();
  const navigate = useNavigate();
  const { from } = useSignInState();
  const onwards: SignInState = from ? { from } : {};
  const form = useForm<RegisterInput>({
    resolver: check,
    defaultValues: { full_name: '', email: '', password: '', confirm_password: '', terms: false as true },
  });
  const { busy, submit } = useSubmit(form, {
    async send(values) {
      const { mailed } = await signUp(values, language);
      toast.success(t('identity.registered'));
      await navigate('/login', { state: { ...onwards, email: values.email, mailed } satisfies SignInState });
    },
    onFailure(error) {
      const key = keyOf(error) ?? '';
      const message = say(error, 'identity.register_failed');
      if (TAKEN.has(key)) form.setError('email', { message }, { shouldFocus: true });
      else if (key === 'weak_password') form.setError('password', { message }, { shouldFocus: true });
      else toast.error(message);
    },
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
        <TermsBox form={form} />
        <Button type="submit" size="l" busy={busy} className="w-full">
          {t('identity.sign_up')}
        </Button>
      </LiveForm>
      <ProviderButtons deed="sign_up" remember={() => true} />
      <p className="text-soft">
        {t('identity.have_account')}{' '}
        <TextLink to="/login" state={onwards} className="text-text">
          {t('identity.sign_in')}
        </TextLink>
      </p>
    </div>
  );
}
