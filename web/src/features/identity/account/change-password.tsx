import type { ResetInput } from '@lakou/contract/identity/inputs';
import { useForm } from 'react-hook-form';
import { checkWith, LiveForm } from '#lib/form.tsx';
import { supabase } from '#lib/supabase.ts';
import { useTranslations } from '#lib/translations.tsx';
import { useSubmit } from '#lib/use-action.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast.tsx';
import { useAuthErrorMessage } from '../auth-error-message.ts';
import { PasswordField } from '../password-field.tsx';
import { useConfirmed } from './confirm-identity.tsx';
import { Section } from './section.tsx';

const check = checkWith<ResetInput>(() =>
  import('@lakou/contract/identity/inputs').then((m) => m.resetInput),
);

export function ChangePassword() {
  const t = useTranslations();
  const authMessage = useAuthErrorMessage();
  const confirmed = useConfirmed();
  const form = useForm<ResetInput>({
    resolver: check,
    defaultValues: { password: '', confirm_password: '' },
  });
  const { isPending, submit } = useSubmit(form, {
    async send({ password }) {
      const { auth } = await supabase();
      await confirmed(async () => {
        const { error } = await auth.updateUser({ password });
        if (error) throw error;
      });
      await auth.signOut({ scope: 'others' });
      form.reset();
      toast.success(t('identity.account_password_changed'));
    },
    describeError: (error) => authMessage(error, 'identity.account_password_failed'),
  });
  return (
    <Section title={t('identity.account_password')} text={t('identity.account_password_text')}>
      <LiveForm onSubmit={submit} className="grid max-w-md gap-4">
        <PasswordField
          form={form}
          name="password"
          label={t('identity.account_new_password')}
          autoComplete="new-password"
        />
        <PasswordField
          form={form}
          name="confirm_password"
          label={t('identity.account_confirm_password')}
          autoComplete="new-password"
        />
        <Button type="submit" variant="secondary" busy={isPending} className="justify-self-start">
          {t('identity.account_change_password')}
        </Button>
      </LiveForm>
    </Section>
  );
}
